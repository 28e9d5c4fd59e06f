import java.math.BigDecimal;
import java.time.LocalDate;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.AuthApi;
import org.openapitools.client.api.BudgetsApi;
import org.openapitools.client.api.EventsApi;
import org.openapitools.client.model.*;

/** Plays the journey with the client that openapi-generator makes for Java. */
public class Journey {
  public static void main(String[] arguments) throws ApiException {
    ApiClient client = new ApiClient().setBasePath(arguments[0]);
    String email = "java-" + System.nanoTime() + "@example.com";
    AuthApi auth = new AuthApi(client);
    auth.authSignup(
        new Registration().firstName("Ada").lastName("Lovelace").email(email).password("correct horse"));
    client.setBearerToken(
        auth.authLogin(new Credentials().username(email).password("correct horse")).getToken());

    EventsApi events = new EventsApi(client);
    events.eventsCreate(new NewEvent().name("Summer party").eventDate(LocalDate.of(2027, 7, 4)));
    ListedEvent event = events.eventsList(null, null, null, null, null, null, null).getData().get(0);
    Long id = event.getId();
    expect(id > Integer.MAX_VALUE);
    expect(events.eventsView(id).getData().equals(event));
    events.eventsUpdate(id, new EventChanges().description("In the garden"));
    expect(events.eventsView(id).getData().getDescription().equals("In the garden"));

    BudgetsApi budgets = new BudgetsApi(client);
    NewBudget band =
        new NewBudget().name("Band").amount(new BigDecimal("800")).spent(new BigDecimal("950.50"));
    Long line = budgets.budgetsCreate(id, band).getData().getId();
    budgets.budgetsUpdate(id, line, new BudgetChanges().amount(new BigDecimal("900")));
    expect(budgets.budgetsView(id, line).getData().getAmount().equals(new BigDecimal("900.00")));
    BudgetsListResponse list = budgets.budgetsList(id, null, null, null);
    expect(list.getData().get(0).getId().equals(line));
    expect(list.getSummary().getRemaining().equals(new BigDecimal("-50.50")));

    budgets.budgetsDelete(id, line);
    events.eventsDelete(id);
    expect(events.eventsList(null, null, null, null, null, null, null).getData().isEmpty());
  }

  private static void expect(boolean holds) {
    if (!holds) throw new AssertionError();
  }
}
