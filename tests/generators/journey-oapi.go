// Plays the journey with the client that oapi-codegen makes.
package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/oapi-codegen/runtime/types"
)

func main() {
	email, password := fmt.Sprintf("oapi-%d@example.com", time.Now().UnixNano()), "correct horse"
	ctx := context.Background()
	public, err := NewClientWithResponses(os.Args[1])
	expect(err == nil)
	_, err = public.AuthSignupWithResponse(ctx, Registration{FirstName: "Ada", LastName: "Lovelace", Email: types.Email(email), Password: password})
	expect(err == nil)
	login, err := public.AuthLoginWithResponse(ctx, Credentials{Username: &email, Password: password})
	expect(err == nil)
	client := clientOf(login.JSON200.Token)

	var event, budget int64
	for _, sample := range []struct {
		currency string
		amount   float64
	}{{"JPY", 1500}, {"BHD", 1.234}, {"EUR", 999999999.99}} {
		day := types.Date{Time: time.Date(2027, 7, 4, 0, 0, 0, 0, time.UTC)}
		_, err = client.EventsCreateWithResponse(ctx, nil, EventInput{Name: "Party", EventDate: day, Currency: &sample.currency})
		expect(err == nil)
		newest := "-created"
		events, err := client.EventsListWithResponse(ctx, &EventsListParams{Sort: &newest})
		expect(err == nil)
		event = events.JSON200.Data[0].Id
		created, err := client.BudgetsCreateWithResponse(ctx, event, nil, BudgetInput{Name: "Band", Amount: &sample.amount})
		expect(err == nil)
		budget = created.JSON201.Data.Id
		read, err := client.BudgetsViewWithResponse(ctx, event, budget, nil)
		expect(err == nil)
		_, err = client.BudgetsUpdateWithResponse(ctx, event, budget, nil, BudgetChanges{Amount: &read.JSON200.Data.Amount})
		expect(err == nil)
		again, err := client.BudgetsViewWithResponse(ctx, event, budget, nil)
		expect(err == nil && again.JSON200.Data.Amount == sample.amount)
	}

	file, err := client.BudgetsExportWithResponse(ctx, event, nil)
	expect(err == nil && strings.Contains(string(file.Body), "999999999.99"))
	_, err = client.BudgetsImportWithBodyWithResponse(ctx, event, nil, "text/csv", bytes.NewReader(file.Body))
	expect(err == nil)
	party, err := client.EventsViewWithResponse(ctx, event, nil)
	expect(err == nil && party.JSON200.Data.BudgetsCount == 2 && party.JSON200.Data.TotalAmount == 1999999999.98)

	unchanged, err := client.EventsViewWithResponse(ctx, event, &EventsViewParams{IfNoneMatch: &party.Headers200.ETag})
	expect(err == nil && unchanged.StatusCode() == 304)
	stale, amount, negative := `"0"`, 900.0, -1.0
	late, err := client.BudgetsUpdateWithResponse(ctx, event, budget, &BudgetsUpdateParams{IfMatch: &stale}, BudgetChanges{Amount: &amount})
	expect(err == nil && late.StatusCode() == 412)
	refused, err := client.BudgetsUpdateWithResponse(ctx, event, budget, nil, BudgetChanges{Amount: &negative})
	expect(err == nil && (*refused.JSON422.Errors)[0].Code == "negative")

	guests, unit, quantity, perGuest := 80, 3.5, 2.0, true
	_, err = client.EventsUpdateWithResponse(ctx, event, nil, EventChanges{Guests: &guests})
	expect(err == nil)
	drinks := BudgetInput{Name: "Drinks", UnitAmount: &unit, Quantity: &quantity, PerGuest: &perGuest}
	planned, err := client.BudgetsCreateWithResponse(ctx, event, nil, drinks)
	expect(err == nil && planned.JSON201.Data.Amount == 560)
	due := types.Date{Time: time.Date(2027, 6, 15, 0, 0, 0, 0, time.UTC)}
	part, err := client.PaymentsCreateWithResponse(ctx, event, planned.JSON201.Data.Id, nil, PaymentInput{Amount: 200, DueDate: &due})
	expect(err == nil)
	paid := types.Date{Time: time.Date(2027, 6, 14, 0, 0, 0, 0, time.UTC)}
	_, err = client.PaymentsUpdateWithResponse(ctx, event, planned.JSON201.Data.Id, part.JSON201.Data.Id, nil, PaymentChanges{PaidOn: &paid})
	expect(err == nil)
	line, err := client.BudgetsViewWithResponse(ctx, event, planned.JSON201.Data.Id, nil)
	expect(err == nil && *line.JSON200.Data.Unscheduled == 360)
	isPaid := true
	entries, err := client.PaymentsListWithResponse(ctx, &PaymentsListParams{Paid: &isPaid})
	expect(err == nil)
	entry := entries.JSON200.Data[0]
	expect(*entry.PaymentId == part.JSON201.Data.Id && entry.PaidOn.Equal(paid.Time))

	tomorrow := types.Date{Time: time.Now().UTC().AddDate(0, 0, 1)}
	asked := TokenInput{Password: password, Name: "Script", Access: TokenInputAccessRead, ExpiresOn: tomorrow}
	made, err := client.TokensCreateWithResponse(ctx, asked)
	expect(err == nil)
	script := clientOf(*made.JSON201.Data.Token)
	events, err := script.EventsListWithResponse(ctx, nil)
	expect(err == nil && events.JSON200.ReturnCount == 3)
	forbidden, err := script.AccountViewWithResponse(ctx)
	expect(err == nil && (*forbidden.JSON403.Errors)[0].Code == "insufficient_scope")
	_, err = client.EventsDeleteWithResponse(ctx, event, nil)
	expect(err == nil)
}

func clientOf(token string) *ClientWithResponses {
	client, err := NewClientWithResponses(os.Args[1], WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+token)
		return nil
	}))
	expect(err == nil)
	return client
}

func expect(holds bool) {
	if !holds {
		panic("not as expected")
	}
}
