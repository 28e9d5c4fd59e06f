import java.math.BigDecimal;
import java.time.LocalDate;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.AuthApi;
import org.openapitools.client.api.BudgetsApi;
import org.openapitools.client.api.EventsApi;
import org.openapitools.client.api.PaymentsApi;
import org.openapitools.client.model.*;

/** Plays the journey with the client that openapi-generator makes for Java. */
public class Journey {
  public static void main(String[] arguments) throws ApiException {
    ApiClient client = new ApiClient().setBasePath(arguments[0]);
    String email = "java-" + System.nanoTime() + "@example.com";
    AuthApi auth = new AuthApi(client);
    auth.authSignup(
            new Registration().firstName("Ada").lastName("Lovelace").email(email).password("correct horse"))
        .execute();
    client.setBearerToken(
        auth.authLogin(new Credentials().username(email).password("correct horse")).execute().getToken());

    EventsApi events = new EventsApi(client);
    EventInput party = new EventInput().name("Summer party").eventDate(LocalDate.of(2027, 7, 4)).currency("EUR");
    events.eventsCreate(party).execute();
    ListedEvent listed = events.eventsList().execute().getData().get(0);
    Long id = listed.getId();
    expect(id > Integer.MAX_VALUE);
    ViewedEvent event = events.eventsView(id).execute().getData();
    expect(event.getName().equals("Summer party") && event.getCurrency().equals("EUR"));
    events.eventsUpdate(id, new EventChanges().description("In the garden")).execute();
    expect(events.eventsView(id).execute().getData().getDescription().equals("In the garden"));

    BudgetsApi budgets = new BudgetsApi(client);
    BudgetInput band =
        new BudgetInput()
            .name("Band")
            .amount(new BigDecimal("800"))
            .spent(new BigDecimal("950.50"))
            .dueDate(LocalDate.of(2027, 6, 30));
    Long line = budgets.budgetsCreate(id, band).execute().getData().getId();
    budgets.budgetsUpdate(id, line, new BudgetChanges().amount(new BigDecimal("900"))).execute();
    expect(budgets.budgetsView(id, line).execute().getData().getAmount().equals(new BigDecimal("900.00")));
    BudgetsListAnswer list = budgets.budgetsList(id).execute();
    expect(list.getData().get(0).getId().equals(line));
    expect(list.getSummary().getRemaining().equals(new BigDecimal("-50.50")));
    expect(new PaymentsApi(client).paymentsList().execute().getData().get(0).getId().equals(line));

    budgets.budgetsDelete(id, line).execute();
    events.eventsDelete(id).execute();
    expect(events.eventsList().execute().getData().isEmpty());
  }

  private static void expect(boolean holds) {
    if (!holds) throw new AssertionError();
  }
}
