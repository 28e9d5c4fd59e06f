import java.nio.file.Files;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.AccountApi;
import org.openapitools.client.api.AuthApi;
import org.openapitools.client.api.BudgetsApi;
import org.openapitools.client.api.EventsApi;
import org.openapitools.client.api.PaymentsApi;
import org.openapitools.client.api.TokensApi;
import org.openapitools.client.model.*;

/** Plays the journey with the client that openapi-generator makes for Java. */
public class Journey {
  public static void main(String[] arguments) throws Exception {
    ApiClient client = new ApiClient().setBasePath(arguments[0]);
    String email = "java-" + System.nanoTime() + "@example.com", password = "correct horse";
    AuthApi auth = new AuthApi(client);
    auth.authSignup(new Registration().firstName("Ada").lastName("Lovelace").email(email).password(password));
    client.setBearerToken(auth.authLogin(new Credentials().username(email).password(password)).getToken());

    EventsApi events = new EventsApi(client);
    BudgetsApi budgets = new BudgetsApi(client);
    Long event = null, budget = null;
    for (var sample : List.of(Map.entry("JPY", 1500d), Map.entry("BHD", 1.234), Map.entry("EUR", 999999999.99))) {
      LocalDate day = LocalDate.of(2027, 7, 4);
      events.eventsCreate(new EventInput().name("Party").eventDate(day).currency(sample.getKey()), null, null);
      event = events.eventsList(null, null, null, "-created", null, null, null, null, null).getData().get(0).getId();
      BudgetInput band = new BudgetInput().name("Band").amount(sample.getValue());
      budget = budgets.budgetsCreate(event, band, null, null, null).getData().getId();
      Budget read = budgets.budgetsView(event, budget, null).getData();
      budgets.budgetsUpdate(event, budget, new BudgetChanges().amount(read.getAmount()), null, null, null);
      expect(budgets.budgetsView(event, budget, null).getData().getAmount().equals(sample.getValue()));
    }

    expect(Files.readString(budgets.budgetsExport(event, null, null, null).toPath()).contains("999999999.99"));
    // This client sends JSON alone.
    ImportedBudgets lines = new ImportedBudgets()
        .addBudgetsItem(new ImportedBudget().name("Hall").amount(2000d))
        .addBudgetsItem(new ImportedBudget().id(budget).spent(500.0));
    expect(budgets.budgetsImport(event, lines, null, null, null, null, null, null).getChangedCount() == 1);
    var party = events.eventsViewWithHttpInfo(event, null, null);
    expect(party.getData().getData().getBudgetsCount() == 2);
    expect(party.getData().getData().getTotalAmount() == 1000001999.99);

    Long id = event, line = budget;
    String tag = party.getHeaders().get("etag").get(0);
    expect(failureOf(() -> events.eventsView(id, null, tag)).getCode() == 304);
    BudgetChanges changes = new BudgetChanges().amount(900d), negative = new BudgetChanges().amount(-1d);
    expect(failureOf(() -> budgets.budgetsUpdate(id, line, changes, "\"0\"", null, null)).getCode() == 412);
    String refused = failureOf(() -> budgets.budgetsUpdate(id, line, negative, null, null, null)).getResponseBody();
    expect(ApiError.fromJson(refused).getErrors().get(0).getCode().equals("negative"));

    PaymentsApi payments = new PaymentsApi(client);
    events.eventsUpdate(event, new EventChanges().guests(80), null, null, null);
    BudgetInput drinks = new BudgetInput().name("Drinks").unitAmount(3.5).quantity(2d).perGuest(true);
    Budget planned = budgets.budgetsCreate(event, drinks, null, null, null).getData();
    expect(planned.getAmount() == 560);
    PaymentInput deposit = new PaymentInput().amount(200d).dueDate(LocalDate.of(2027, 6, 15));
    Long payment = payments.paymentsCreate(event, planned.getId(), deposit, null, null, null).getData().getId();
    PaymentChanges paid = new PaymentChanges().paidOn(LocalDate.of(2027, 6, 14));
    payments.paymentsUpdate(event, planned.getId(), payment, paid, null, null, null);
    expect(budgets.budgetsView(event, planned.getId(), null).getData().getUnscheduled() == 360);
    PaymentsListAnswer due = payments.paymentsList(null, null, null, true, null, null, null, null);
    AmountToPay entry = due.getData().get(0);
    expect(entry.getPaymentId().equals(payment) && entry.getPaidOn().equals(paid.getPaidOn()));

    LocalDate tomorrow = LocalDate.now(ZoneOffset.UTC).plusDays(1);
    TokenInput asked = new TokenInput().password(password).name("Script").expiresOn(tomorrow);
    asked.setAccess(TokenInput.AccessEnum.READ);
    ApiClient script = new ApiClient().setBasePath(arguments[0]);
    script.setBearerToken(new TokensApi(client).tokensCreate(asked).getData().getToken());
    expect(new EventsApi(script).eventsList(null, null, null, null, null, null, null, null, null).getReturnCount() == 3);
    ApiException forbidden = failureOf(() -> new AccountApi(script).accountView());
    expect(forbidden.getCode() == 403);
    expect(ApiError.fromJson(forbidden.getResponseBody()).getErrors().get(0).getCode().equals("insufficient_scope"));
    events.eventsDelete(event, null, null);
  }

  private interface Call {
    void run() throws ApiException;
  }

  private static ApiException failureOf(Call call) {
    try {
      call.run();
      throw new AssertionError();
    } catch (ApiException failure) {
      return failure;
    }
  }

  private static void expect(boolean holds) {
    if (!holds) throw new AssertionError();
  }
}
