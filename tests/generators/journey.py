"""Plays the journey with the client that openapi-python-client generates."""

import datetime
import sys
import time

from client import AuthenticatedClient, Client
from client.api.account import account_view
from client.api.auth import auth_login, auth_signup
from client.api.budgets import budgets_create, budgets_export, budgets_import, budgets_update, budgets_view
from client.api.events import events_create, events_delete, events_list, events_update, events_view
from client.api.payments import payments_create, payments_list, payments_update
from client.api.tokens import tokens_create
from client.models import (
    ApiError,
    BudgetChanges,
    BudgetInput,
    Credentials,
    EventChanges,
    EventInput,
    PaymentChanges,
    PaymentInput,
    Registration,
    TokenInput,
    TokenInputAccess,
)
from client.types import File

service = sys.argv[1]
email = f"python-{time.time_ns()}@example.com"
password = "correct horse"
public = Client(base_url=service)
auth_signup.sync(client=public, body=Registration("Ada", "Lovelace", email, password))
token = auth_login.sync(client=public, body=Credentials(username=email, password=password)).token
client = AuthenticatedClient(base_url=service, token=token)

for currency, amount in [("JPY", 1500), ("BHD", 1.234), ("EUR", 999999999.99)]:
    party = EventInput(name="Party", event_date=datetime.date(2027, 7, 4), currency=currency)
    events_create.sync(client=client, body=party)
    event = events_list.sync(client=client, sort="-created").data[0].id
    budget = budgets_create.sync(event, client=client, body=BudgetInput(name="Band", amount=amount)).data.id
    read = budgets_view.sync(event, budget, client=client).data
    budgets_update.sync(event, budget, client=client, body=BudgetChanges(amount=read.amount))
    assert budgets_view.sync(event, budget, client=client).data.amount == amount

file = budgets_export.sync(event, client=client).payload.read()
assert b"999999999.99" in file
budgets_import.sync(event, client=client, body=File(file))
party = events_view.sync_detailed(event, client=client)
assert party.parsed.data.budgets_count == 2 and party.parsed.data.total_amount == 1999999999.98

unchanged = events_view.sync_detailed(event, client=client, if_none_match=party.headers["etag"])
assert unchanged.status_code == 304
late = budgets_update.sync_detailed(event, budget, client=client, if_match='"0"', body=BudgetChanges(amount=900))
assert late.status_code == 412
refused = budgets_update.sync(event, budget, client=client, body=BudgetChanges(amount=-1))
assert isinstance(refused, ApiError) and refused.errors[0].code == "negative"

events_update.sync(event, client=client, body=EventChanges(guests=80))
drinks = BudgetInput(name="Drinks", unit_amount=3.5, quantity=2, per_guest=True)
planned = budgets_create.sync(event, client=client, body=drinks).data
assert planned.amount == 560
deposit = PaymentInput(amount=200, due_date=datetime.date(2027, 6, 15))
payment = payments_create.sync(event, planned.id, client=client, body=deposit).data.id
paid = PaymentChanges(paid_on=datetime.date(2027, 6, 14))
payments_update.sync(event, planned.id, payment, client=client, body=paid)
assert budgets_view.sync(event, planned.id, client=client).data.unscheduled == 360
entry = payments_list.sync(client=client, paid=True).data[0]
assert entry.payment_id == payment and entry.paid_on == paid.paid_on

expires_on = datetime.datetime.now(datetime.timezone.utc).date() + datetime.timedelta(days=1)
asked = TokenInput(password, name="Script", access=TokenInputAccess.READ, expires_on=expires_on)
script = AuthenticatedClient(base_url=service, token=tokens_create.sync(client=client, body=asked).data.token)
assert events_list.sync(client=script).return_count == 3
forbidden = account_view.sync_detailed(client=script)
assert forbidden.status_code == 403 and forbidden.parsed.errors[0].code == "insufficient_scope"
events_delete.sync(event, client=client)
