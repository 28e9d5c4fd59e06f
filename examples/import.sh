#!/bin/sh
# Imports the CSV file of a day, such as 2027-07-04.csv, into an event. Needs curl 7.84 or later.
#
# Save it in ~/event-budget with your service and event, and put the files beside it. Create an access token with `write`. After
# these commands, paste the line `Authorization: Bearer ebt_…`, and press Enter and Ctrl-D. Only you can read that file:
#
#   chmod +x ~/event-budget/import.sh
#   (umask 077 && cat > ~/event-budget/token)
#
# With this line in `crontab -e`, cron runs the script at 3:00, and again at 4:00 in case that failed:
#
#   0 3,4 * * * "$HOME/event-budget/import.sh" >> "$HOME/event-budget/import.log" 2>&1
#
# The key of an import is the day and a checksum of the file. However often the script runs on that day, it imports the file
# once: `repeated: true` in the log means that nothing was done again. A changed file is another one, whose lines are all added.
# If an import fails, the log has the response, and the exit code isn't 0.
set -eu
cd "$HOME/event-budget"
service=http://localhost:3000 event=114640874095021
day=$(date +%Y-%m-%d)
sum=$(cksum < "$day.csv")
curl --silent --show-error --fail-with-body --max-time 60 --retry 3 --write-out ' repeated: %header{idempotency-replayed}\n' \
  --header @token --header 'Content-Type: text/csv' --header "Idempotency-Key: $day-${sum%% *}" \
  --data-binary "@$day.csv" "$service/events/$event/budgets/import"
