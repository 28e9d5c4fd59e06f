#!/bin/sh
# Generates a client from openapi.json with each generator and has it play a journey against a running `npm start`.
# SERVICE is its address. Arguments are the generators to run, by default all. One whose tools aren't there is skipped.
set -eu
service=${SERVICE:-http://localhost:3000}
here=$(cd "$(dirname "$0")" && pwd)
document=$(cd "$here/../.." && pwd)/openapi.json
# Tools and what is compiled stay there between runs.
work=${XDG_CACHE_HOME:-$HOME/.cache}/event-budget-generators
mkdir -p "$work"

# Enters the generator's folder. The last client is gone.
enter() {
  mkdir -p "$work/$1" && cd "$work/$1" && rm -rf client*
}

# needs <program>…
needs() {
  for program in "$@"; do which "$program" >&2 || return 3; done
}

# openapi_generator <language>
openapi_generator() {
  needs java mvn || return 3
  jar=$work/openapi-generator-cli-7.14.0.jar
  [ -f "$jar" ] || mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy \
    -Dartifact=org.openapitools:openapi-generator-cli:7.14.0 -DoutputDirectory="$work" >&2 || return 3
  command java -jar "$jar" generate -g "$1" -i "$document" -o client >&2
}

# With pom.xml in the current folder.
maven() {
  mvn -q -B compile dependency:build-classpath -Dmdep.outputFile=classpath >&2
}

java() {
  enter java
  openapi_generator java
  cd client && maven
  command java -cp "target/classes:$(cat classpath)" "$here/Journey.java" "$service"
}

kotlin() {
  enter kotlin
  openapi_generator kotlin
  cp "$here/Journey.kt" client/src/main/kotlin/
  cp "$here/kotlin.pom.xml" pom.xml
  maven
  command java -cp "target/classes:$(cat classpath)" JourneyKt "$service"
}

go() {
  needs go || return 3
  enter go
  openapi_generator go
  mkdir client/journey && cp "$here/journey.go" client/journey/main.go
  cd client && command go run ./journey "$service"
}

rust() {
  needs cargo || return 3
  enter rust
  openapi_generator rust
  mkdir -p src && cp "$here/journey.rs" src/main.rs && cp "$here/rust.cargo.toml" Cargo.toml
  cargo run --quiet -- "$service"
}

oapi_codegen() {
  needs go || return 3
  enter oapi-codegen
  GOBIN=$PWD command go install github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 >&2 || return 3
  ./oapi-codegen -package main -generate types,client -o client.go "$document" >&2
  cp "$here/journey-oapi.go" main.go
  [ -f go.mod ] || command go mod init journey >&2
  command go mod tidy >&2
  command go run . "$service"
}

python() {
  needs python3 || return 3
  enter python
  [ -d env ] || python3 -m venv env >&2
  env/bin/pip install --quiet openapi-python-client==0.29.1 >&2 || return 3
  env/bin/openapi-python-client generate --path "$document" --output-path client --meta none \
    --config "$here/python.config.yml" >&2
  PYTHONPATH=. env/bin/python "$here/journey.py" "$service"
}

# npm_packages <package>…
npm_packages() {
  needs npm || return 3
  [ -f package.json ] || echo '{ "type": "module" }' > package.json
  npm install --silent typescript@5.9.3 @types/node@24.19.2 tsx@4.23.15 "$@" >&2 || return 3
}

# play_typescript <journey>
play_typescript() {
  cp "$here/$1" journey.ts
  npx tsc --noEmit --strict --skipLibCheck --target esnext --module esnext --moduleResolution bundler journey.ts >&2
  npx tsx journey.ts "$service"
}

openapi_typescript() {
  enter openapi-typescript
  npm_packages openapi-typescript@7.13.0 openapi-fetch@0.17.0
  npx openapi-typescript "$document" --output client.ts >&2
  play_typescript journey-fetch.ts
}

hey_api() {
  enter hey-api
  npm_packages @hey-api/openapi-ts@0.95.0
  npx openapi-ts --input "$document" --output client >&2
  play_typescript journey-hey-api.ts
}

orval() {
  enter orval
  npm_packages orval@8.38.0 axios@1
  npx orval --input "$document" --output client.ts >&2
  play_typescript journey-orval.ts
}

if [ "${1:-}" = play ]; then
  "$2"
  exit
fi
[ $# -gt 0 ] || set -- openapi_typescript hey_api orval python java kotlin go oapi_codegen rust
failed=0
for generator in "$@"; do
  status=0
  "$here/run.sh" play "$generator" 2> "$work/log" || status=$?
  case $status in
    0) echo "$generator: passed" ;;
    3) echo "$generator: skipped, its tools aren't there" ;;
    *) echo "$generator: failed" && cat "$work/log" && failed=1 ;;
  esac
done
exit $failed
