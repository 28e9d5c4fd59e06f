import java.time.LocalDate
import java.time.ZoneOffset
import org.openapitools.client.apis.AccountApi
import org.openapitools.client.apis.AuthApi
import org.openapitools.client.apis.BudgetsApi
import org.openapitools.client.apis.EventsApi
import org.openapitools.client.apis.PaymentsApi
import org.openapitools.client.apis.TokensApi
import org.openapitools.client.infrastructure.*
import org.openapitools.client.models.*

/** Plays the journey with the client that openapi-generator makes for Kotlin. */
fun main(arguments: Array<String>) {
    val service = arguments[0]
    val email = "kotlin-${System.nanoTime()}@example.com"
    val password = "correct horse"
    AuthApi(service).authSignup(Registration("Ada", "Lovelace", email, password))
    ApiClient.accessToken = AuthApi(service).authLogin(Credentials(username = email, password = password)).token

    val events = EventsApi(service)
    val budgets = BudgetsApi(service)
    var event = 0L
    var budget = 0L
    for ((currency, amount) in listOf("JPY" to 1500.0, "BHD" to 1.234, "EUR" to 999999999.99)) {
        events.eventsCreate(EventInput("Party", LocalDate.of(2027, 7, 4), currency = currency))
        event = events.eventsList(sort = "-created").`data`[0].id
        budget = budgets.budgetsCreate(event, BudgetInput("Band", amount = amount)).`data`.id
        val read = budgets.budgetsView(event, budget).`data`
        budgets.budgetsUpdate(event, budget, BudgetChanges(amount = read.amount))
        check(budgets.budgetsView(event, budget).`data`.amount == amount)
    }

    check("999999999.99" in budgets.budgetsExport(event).readText())
    // This client sends JSON alone.
    val lines = listOf(ImportedBudget(name = "Hall", amount = 2000.0), ImportedBudget(id = budget, spent = 500.0))
    check(budgets.budgetsImport(event, ImportedBudgets(lines)).changedCount == 1)
    val party = events.eventsViewWithHttpInfo(event, null, null) as Success
    check(party.`data`?.`data`?.budgetsCount == 2 && party.`data`?.`data`?.totalAmount == 1000001999.99)

    val tag = party.headers["etag"]?.get(0)
    check(failureOf { events.eventsView(event, ifNoneMatch = tag) }.statusCode == 304)
    val late = failureOf { budgets.budgetsUpdate(event, budget, BudgetChanges(amount = 900.0), ifMatch = "\"0\"") }
    check(late.statusCode == 412)
    val refused = failureOf { budgets.budgetsUpdate(event, budget, BudgetChanges(amount = -1.0)) } as ClientError
    check(codeOf(refused) == "negative")

    val payments = PaymentsApi(service)
    events.eventsUpdate(event, EventChanges(guests = 80))
    val drinks = BudgetInput("Drinks", unitAmount = 3.5, quantity = 2.0, perGuest = true)
    val planned = budgets.budgetsCreate(event, drinks).`data`
    check(planned.amount == 560.0)
    val deposit = PaymentInput(200.0, dueDate = LocalDate.of(2027, 6, 15))
    val payment = payments.paymentsCreate(event, planned.id, deposit).`data`.id
    val paidOn = LocalDate.of(2027, 6, 14)
    payments.paymentsUpdate(event, planned.id, payment, PaymentChanges(paidOn = paidOn))
    check(budgets.budgetsView(event, planned.id).`data`.unscheduled == 360.0)
    val entry = payments.paymentsList(paid = true).`data`[0]
    check(entry.paymentId == payment && entry.paidOn == paidOn)
    events.eventsDelete(event)

    val tomorrow = LocalDate.now(ZoneOffset.UTC).plusDays(1)
    val asked = TokenInput(password, "Script", TokenInput.Access.read, tomorrow)
    // All clients of a program share one.
    ApiClient.accessToken = TokensApi(service).tokensCreate(asked).`data`.token
    check(events.eventsList().returnCount == 2)
    val forbidden = failureOf { AccountApi(service).accountView() } as ClientError
    check(forbidden.statusCode == 403 && codeOf(forbidden) == "insufficient_scope")
}

fun codeOf(refused: ClientError<*>) =
    Serializer.moshi.adapter(ApiError::class.java).fromJson(refused.body as String)?.errors?.get(0)?.code

fun failureOf(call: () -> Unit): ApiResponse<*> {
    try {
        call()
    } catch (failure: ClientException) {
        return failure.response as ApiResponse<*>
    } catch (failure: ServerException) {
        // What this client makes of a 304.
        return failure.response as ApiResponse<*>
    }
    error("no failure")
}
