#!/bin/sh
# Azurite in the background, on the ports that UseDevelopmentStorage=true means (10000 to 10002).
set -eu
cd "$(dirname "$0")/.."
mkdir -p .orc/azurite
nohup setsid tests/node_modules/.bin/azurite --silent --skipApiVersionCheck --location .orc/azurite \
    > .orc/azurite/log.txt 2>&1 < /dev/null &
