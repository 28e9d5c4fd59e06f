#!/bin/sh
# Generates clients from openapi.json and has each play a journey against a running `npm start`.
# SERVICE is its address. A language is skipped if its generator can't be installed.
set -eu
service=${SERVICE:-http://localhost:3000}
here=$(cd "$(dirname "$0")" && pwd)
document=$here/../../openapi.json
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python() {
  mkdir "$work/python" && cd "$work/python"
  { python3 -m venv env && env/bin/pip install --quiet openapi-python-client==0.29.1; } >&2 || return 3
  env/bin/openapi-python-client generate --path "$document" --output-path client --meta none >&2
  PYTHONPATH=. env/bin/python "$here/journey.py" "$service"
}

java() {
  mkdir "$work/java" && cd "$work/java"
  generator=org.openapitools:openapi-generator-cli:7.14.0
  mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy -Dartifact=$generator -DoutputDirectory=. >&2 ||
    return 3
  command java -jar openapi-generator-cli-*.jar generate -g java -i "$document" -o client \
    --additional-properties=disallowAdditionalPropertiesIfNotPresent=false,useSingleRequestParameter=true >&2
  cp "$here/Journey.java" client/src/main/java/
  cd client
  mvn -q -B compile dependency:build-classpath -Dmdep.outputFile=classpath >&2
  command java -cp "target/classes:$(cat classpath)" Journey "$service"
}

typescript() {
  mkdir "$work/typescript" && cd "$work/typescript"
  echo '{ "type": "module" }' > package.json
  npm install --silent @hey-api/openapi-ts@0.95.0 typescript@5.9.3 @types/node@24.19.2 tsx >&2 || return 3
  npx openapi-ts --input "$document" --output client >&2
  cp "$here/journey.ts" .
  npx tsc --noEmit --strict --skipLibCheck --target esnext --module esnext --moduleResolution bundler journey.ts >&2
  npx tsx journey.ts "$service"
}

if [ $# -gt 0 ]; then
  "$1"
  exit
fi
failed=0
for language in python java typescript; do
  status=0
  SERVICE=$service "$here/run.sh" "$language" 2> "$work/log" || status=$?
  case $status in
    0) echo "$language: passed" ;;
    3) echo "$language: skipped, its generator can't be installed" ;;
    *) echo "$language: failed" && cat "$work/log" && failed=1 ;;
  esac
done
exit $failed
