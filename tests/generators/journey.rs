//! Plays the journey with the client that openapi-generator makes for Rust.
use openapi::apis::configuration::Configuration;
use openapi::apis::{account_api::*, auth_api::*, budgets_api::*, events_api::*, payments_api::*, tokens_api::*, Error};
use openapi::models::{token_input::Access, *};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut client = Configuration::new();
    client.base_path = std::env::args().nth(1).unwrap();
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH)?.as_nanos();
    let (email, password) = (format!("rust-{now}@example.com"), "correct horse".to_string());
    let ada = Registration::new("Ada".into(), "Lovelace".into(), email.clone(), password.clone());
    auth_signup(&client, ada).await?;
    let credentials = Credentials { username: Some(email), ..Credentials::new(password.clone()) };
    client.bearer_access_token = Some(auth_login(&client, credentials).await?.token);

    let (mut event, mut budget) = (0, 0);
    for (currency, amount) in [("JPY", 1500.0), ("BHD", 1.234), ("EUR", 999999999.99)] {
        let mut party = EventInput::new("Party".into(), "2027-07-04".into());
        party.currency = Some(Some(currency.into()));
        events_create(&client, party, None, None).await?;
        event = events_list(&client, None, None, None, Some("-created"), None, None, None, None, None).await?.data[0].id;
        budget = budgets_create(&client, event, input("Band", amount), None, None, None).await?.data.id;
        let read = budgets_view(&client, event, budget, None).await?.data;
        budgets_update(&client, event, budget, changes(read.amount), None, None, None).await?;
        assert_eq!(budgets_view(&client, event, budget, None).await?.data.amount, amount);
    }

    let file = budgets_export(&client, event, None, None, None).await?;
    let tag = file.headers()["etag"].to_str()?.to_string();
    assert!(file.text().await?.contains("999999999.99"));
    assert_eq!(budgets_export(&client, event, None, None, Some(&tag)).await?.status(), 304);
    // This client sends JSON alone.
    let hall = ImportedBudget { name: Some("Hall".into()), amount: Some(2000.0), ..ImportedBudget::new() };
    let paid = ImportedBudget { id: Some(budget), spent: Some(500.0), ..ImportedBudget::new() };
    let lines = ImportedBudgets::new(vec![hall, paid]);
    let imported = budgets_import(&client, event, lines, None, None, None, None, None, None).await?;
    assert_eq!(imported.changed_count, Some(1));
    let party = events_view(&client, event, None, None).await?.data;
    assert_eq!((party.budgets_count, party.total_amount), (2, 1000001999.99));

    let late = budgets_update(&client, event, budget, changes(900.0), Some("\"0\""), None, None).await;
    assert!(matches!(late, Err(Error::ResponseError(late)) if late.status == 412));
    let refused = budgets_update(&client, event, budget, changes(-1.0), None, None, None).await;
    let Err(Error::ResponseError(refused)) = refused else { panic!() };
    // `entity` always has the first of the operation's statuses.
    let error: ApiError = serde_json::from_str(&refused.content)?;
    assert_eq!(error.errors.unwrap()[0].code, "negative");

    let guests = EventChanges { guests: Some(Some(80)), ..EventChanges::new() };
    events_update(&client, event, guests, None, None, None).await?;
    let mut drinks = BudgetInput::new("Drinks".into());
    (drinks.unit_amount, drinks.quantity, drinks.per_guest) = (Some(Some(3.5)), Some(Some(2.0)), Some(Some(true)));
    let planned = budgets_create(&client, event, drinks, None, None, None).await?.data;
    assert_eq!(planned.amount, 560.0);
    let deposit = PaymentInput { due_date: Some(Some("2027-06-15".into())), ..PaymentInput::new(200.0) };
    let payment = payments_create(&client, event, planned.id, deposit, None, None, None).await?.data.id;
    let paid = PaymentChanges { paid_on: Some(Some("2027-06-14".into())), ..PaymentChanges::new() };
    payments_update(&client, event, planned.id, payment, paid, None, None, None).await?;
    assert_eq!(budgets_view(&client, event, planned.id, None).await?.data.unscheduled, Some(360.0));
    let entry = &payments_list(&client, None, None, None, Some(true), None, None, None, None).await?.data[0];
    assert_eq!((entry.payment_id, entry.paid_on.as_deref()), (Some(payment), Some("2027-06-14")));

    // Rust has no calendar. The account was created today.
    let today = account_view(&client).await?.data.created_at[..10].to_string();
    let asked = TokenInput::new(password, "Script".into(), Access::Read, today);
    let mut script = client.clone();
    script.bearer_access_token = tokens_create(&client, asked).await?.data.token;
    assert_eq!(events_list(&script, None, None, None, None, None, None, None, None, None).await?.return_count, 3);
    let Err(Error::ResponseError(forbidden)) = account_view(&script).await else { panic!() };
    assert_eq!(forbidden.status, 403);
    let error: ApiError = serde_json::from_str(&forbidden.content)?;
    assert_eq!(error.errors.unwrap()[0].code, "insufficient_scope");
    events_delete(&client, event, None, None).await?;
    Ok(())
}

fn input(name: &str, amount: f64) -> BudgetInput {
    BudgetInput { amount: Some(amount), ..BudgetInput::new(name.into()) }
}

fn changes(amount: f64) -> BudgetChanges {
    BudgetChanges { amount: Some(amount), ..BudgetChanges::new() }
}
