"""Plays the journey with the client that openapi-python-client generates."""

import datetime
import sys
import time

from client import AuthenticatedClient, Client
from client.api.auth import auth_login, auth_signup
from client.api.budgets import budgets_create, budgets_delete, budgets_list, budgets_update, budgets_view
from client.api.events import events_create, events_delete, events_list, events_update, events_view
from client.api.payments import payments_list
from client.models import ApiError, BudgetChanges, BudgetInput, Credentials, EventChanges, EventInput, Registration

service = sys.argv[1]
email = f"python-{time.time_ns()}@example.com"
public = Client(base_url=service)
auth_signup.sync(
    client=public,
    body=Registration(first_name="Ada", last_name="Lovelace", email=email, password="correct horse"),
)
token = auth_login.sync(client=public, body=Credentials(username=email, password="correct horse")).token
client = AuthenticatedClient(base_url=service, token=token)

party = EventInput(name="Summer party", event_date=datetime.date(2027, 7, 4), currency="EUR")
events_create.sync(client=client, body=party)
event = events_list.sync(client=client).data[0]
assert event.id > 2**32
assert events_view.sync(event.id, client=client).data.to_dict() == event.to_dict()
events_update.sync(event.id, client=client, body=EventChanges(description="In the garden"))
assert events_view.sync(event.id, client=client).data.description == "In the garden"

band = BudgetInput(name="Band", amount=800, spent=950.5, due_date=datetime.date(2027, 6, 30))
budget = budgets_create.sync(event.id, client=client, body=band).data
budgets_update.sync(event.id, budget.id, client=client, body=BudgetChanges(amount=900))
assert budgets_view.sync(event.id, budget.id, client=client).data.amount == 900
budgets = budgets_list.sync(event.id, client=client)
assert [line.id for line in budgets.data] == [budget.id]
assert budgets.summary.remaining == -50.5
assert [payment.id for payment in payments_list.sync(client=client).data] == [budget.id]
rejected = budgets_update.sync(event.id, budget.id, client=client, body=BudgetChanges(amount=-1))
assert isinstance(rejected, ApiError) and rejected.errors[0].code == "negative"

budgets_delete.sync(event.id, budget.id, client=client)
events_delete.sync(event.id, client=client)
assert events_list.sync(client=client).data == []
