// Plays the journey with the client that openapi-generator makes for Go.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	api "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func main() {
	configuration := api.NewConfiguration()
	configuration.Servers = api.ServerConfigurations{{URL: os.Args[1]}}
	client := api.NewAPIClient(configuration)
	email, password := fmt.Sprintf("go-%d@example.com", time.Now().UnixNano()), "correct horse"
	ctx := context.Background()
	_, _, err := client.AuthAPI.AuthSignup(ctx).Registration(*api.NewRegistration("Ada", "Lovelace", email, password)).Execute()
	expect(err == nil)
	credentials := api.Credentials{Username: &email, Password: password}
	login, _, err := client.AuthAPI.AuthLogin(ctx).Credentials(credentials).Execute()
	expect(err == nil)
	ctx = context.WithValue(ctx, api.ContextAccessToken, login.Token)

	var event, budget int64
	for _, sample := range []struct {
		currency string
		amount   float64
	}{{"JPY", 1500}, {"BHD", 1.234}, {"EUR", 999999999.99}} {
		party := api.NewEventInput("Party", "2027-07-04")
		party.SetCurrency(sample.currency)
		_, _, err = client.EventsAPI.EventsCreate(ctx).EventInput(*party).Execute()
		expect(err == nil)
		events, _, err := client.EventsAPI.EventsList(ctx).Sort("-created").Execute()
		expect(err == nil)
		event = events.Data[0].Id
		band := api.BudgetInput{Name: "Band", Amount: &sample.amount}
		created, _, err := client.BudgetsAPI.BudgetsCreate(ctx, event).BudgetInput(band).Execute()
		expect(err == nil)
		budget = created.Data.Id
		read, _, err := client.BudgetsAPI.BudgetsView(ctx, event, budget).Execute()
		expect(err == nil)
		_, _, err = client.BudgetsAPI.BudgetsUpdate(ctx, event, budget).BudgetChanges(api.BudgetChanges{Amount: &read.Data.Amount}).Execute()
		expect(err == nil)
		again, _, err := client.BudgetsAPI.BudgetsView(ctx, event, budget).Execute()
		expect(err == nil && again.Data.Amount == sample.amount)
	}

	file, _, err := client.BudgetsAPI.BudgetsExport(ctx, event).Execute()
	expect(err == nil)
	csv, err := io.ReadAll(file)
	expect(err == nil && strings.Contains(string(csv), "999999999.99"))
	// This client sends JSON alone.
	name, costs, spent := "Hall", 2000.0, 800.0
	lines := []api.ImportedBudget{{Name: &name, Amount: &costs}, {Id: &budget, Spent: &spent}}
	imported, _, err := client.BudgetsAPI.BudgetsImport(ctx, event).ImportedBudgets(*api.NewImportedBudgets(lines)).Execute()
	expect(err == nil && *imported.ChangedCount == 1)
	party, response, err := client.EventsAPI.EventsView(ctx, event).Execute()
	expect(err == nil && party.Data.BudgetsCount == 2 && party.Data.TotalAmount == 1000001999.99)

	_, response, _ = client.EventsAPI.EventsView(ctx, event).IfNoneMatch(response.Header.Get("ETag")).Execute()
	expect(response.StatusCode == 304)
	amount, negative := 900.0, -1.0
	_, response, _ = client.BudgetsAPI.BudgetsUpdate(ctx, event, budget).IfMatch(`"0"`).BudgetChanges(api.BudgetChanges{Amount: &amount}).Execute()
	expect(response.StatusCode == 412)
	_, _, err = client.BudgetsAPI.BudgetsUpdate(ctx, event, budget).BudgetChanges(api.BudgetChanges{Amount: &negative}).Execute()
	failure, ok := err.(*api.GenericOpenAPIError)
	expect(ok)
	refused, ok := failure.Model().(api.ApiError)
	expect(ok && refused.Errors[0].Code == "negative")

	var guests api.EventChanges
	guests.SetGuests(80)
	_, _, err = client.EventsAPI.EventsUpdate(ctx, event).EventChanges(guests).Execute()
	expect(err == nil)
	drinks := api.NewBudgetInput("Drinks")
	drinks.SetUnitAmount(3.5)
	drinks.SetQuantity(2)
	drinks.SetPerGuest(true)
	planned, _, err := client.BudgetsAPI.BudgetsCreate(ctx, event).BudgetInput(*drinks).Execute()
	expect(err == nil && planned.Data.Amount == 560)
	deposit := api.NewPaymentInput(200)
	deposit.SetDueDate("2027-06-15")
	part, _, err := client.PaymentsAPI.PaymentsCreate(ctx, event, planned.Data.Id).PaymentInput(*deposit).Execute()
	expect(err == nil)
	var paid api.PaymentChanges
	paid.SetPaidOn("2027-06-14")
	_, _, err = client.PaymentsAPI.PaymentsUpdate(ctx, event, planned.Data.Id, part.Data.Id).PaymentChanges(paid).Execute()
	expect(err == nil)
	line, _, err := client.BudgetsAPI.BudgetsView(ctx, event, planned.Data.Id).Execute()
	expect(err == nil && *line.Data.Unscheduled == 360)
	entries, _, err := client.PaymentsAPI.PaymentsList(ctx).Paid(true).Execute()
	expect(err == nil && *entries.Data[0].PaymentId == part.Data.Id && *entries.Data[0].PaidOn == "2027-06-14")

	tomorrow := time.Now().UTC().AddDate(0, 0, 1).Format(time.DateOnly)
	asked := api.NewTokenInput(password, "Script", "read", tomorrow)
	made, _, err := client.TokensAPI.TokensCreate(ctx).TokenInput(*asked).Execute()
	expect(err == nil)
	script := context.WithValue(context.Background(), api.ContextAccessToken, made.Data.GetToken())
	listed, _, err := client.EventsAPI.EventsList(script).Execute()
	expect(err == nil && listed.ReturnCount == 3)
	_, response, err = client.AccountAPI.AccountView(script).Execute()
	failure, ok = err.(*api.GenericOpenAPIError)
	expect(ok && response.StatusCode == 403)
	refused, ok = failure.Model().(api.ApiError)
	expect(ok && refused.Errors[0].Code == "insufficient_scope")
	_, _, err = client.EventsAPI.EventsDelete(ctx, event).Execute()
	expect(err == nil)
}

func expect(holds bool) {
	if !holds {
		panic("not as expected")
	}
}
