#!/usr/bin/env bash
# Shows that `npm start` works where nothing has been prepared. Every case clones the committed state into a temporary
# folder, starts the portal there on ports of its own, and stops it again.
#
#   scripts/check-bare-machine.sh            all cases, one after the other (some 20 minutes on 2 cores)
#   scripts/check-bare-machine.sh CASE …     these only
#
# Cases
#   cold           empty HOME and empty npm cache: up in under 4 minutes, a second start in under 15 s
#   private-root   as root, the clone under a folder only root may enter
#   user           as an ordinary user (needs root, to become `nobody`-like user `portal-check`)
#   no-lang        LANG and LC_* unset: Chinese is stored, and trigrams of it exist
#   no-scripts     after `npm ci --ignore-scripts` by hand: nothing is installed again
#   offline        once installed, without any network (needs root and `unshare`)
#   killed         kill -9 of each process, of all of them, and of npm alone: the next start recovers
#   stranger       a run file that names a living process of somebody else: it is left alone
#   two            two copies side by side
#   running        a second start on the same data is refused in one sentence
#   port-taken     each port taken: one sentence, non-zero exit
#   bad-database   an unreachable DATABASE_URL: one sentence, non-zero exit
#   bad-setting    wrong settings: one sentence, non-zero exit
#   disk-full      DATA_DIR on a disk with no space (needs root, for a small tmpfs)
#   nodes          with Node.js 22 and 24 beside the machine's own: a cold start each, and the unit tests (NODES="22 24")
#   stop           Ctrl-C and SIGTERM leave no process behind
#
# KEEP=1 keeps the temporary folder. BASE_PORT (default 34800) is the first of the ports used.
set -uo pipefail

REPO="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
WORK="$(mktemp -d "${TMPDIR:-/tmp}/bare-machine.XXXXXX")"
chmod 755 "$WORK"
BASE_PORT="${BASE_PORT:-34800}"
ALL=(cold private-root user no-lang no-scripts offline killed stranger two running port-taken bad-database bad-setting disk-full nodes stop)
RUN_USER=portal-check
passed=0 failed=0 skipped=0
declare -a PIDS=()

say() { printf '%s\n' "$*"; }
ok() { say "  ok      $*"; passed=$((passed + 1)); }
bad() { say "  FAILED  $*"; failed=$((failed + 1)); }
skip() { say "  skipped $*"; skipped=$((skipped + 1)); }
expect() { local what="$1"; shift; if "$@"; then ok "$what"; else bad "$what"; fi; }

cleanup() {
  for pid in "${PIDS[@]}"; do kill -TERM "$pid" 2>/dev/null; done
  local waited=0
  for pid in "${PIDS[@]}"; do
    while kill -0 "$pid" 2>/dev/null && [ $waited -lt 150 ]; do sleep 0.1; waited=$((waited + 1)); done
  done
  mountpoint -q "$WORK/small" && umount "$WORK/small"
  # What root's databases under a private folder left where PostgreSQL could reach it.
  local note
  for note in /var/lib/lift-portal/*/README; do
    [ -f "$note" ] && grep -qF "$WORK" "$note" && rm -rf "$(dirname "$note")"
  done
  [ -n "${CREATED_USER:-}" ] && userdel -r "$RUN_USER" 2> /dev/null
  [ -n "${KEEP:-}" ] && say "Kept: $WORK" || rm -rf "$WORK"
}
trap cleanup EXIT
trap 'exit 130' INT TERM

# ports N: settings of the N-th copy
ports() {
  local first=$((BASE_PORT + 10 * $1))
  PORT=$first GATEWAY=$((first + 1)) MQTT=$((first + 2)) PG=$((first + 3))
  PORTS=(PORT=$first GATEWAY_PORT=$GATEWAY MQTT_PORT=$MQTT PG_PORT=$PG)
}

clone() { git clone -q "$REPO" "$1" && git -C "$1" log -1 --format='  commit  %h %s'; }

# One installed and built clone for the cases that are about something else.
shared_clone() {
  SHARED="$WORK/shared"
  [ -d "$SHARED" ] && return
  clone "$SHARED"
  (cd "$SHARED" && npm ci --ignore-scripts --no-audit --no-fund --silent 2>/dev/null && node scripts/build.mjs > "$WORK/build.log" 2>&1) || bad "build (see $WORK/build.log)"
}

# start NAME FOLDER [ENV…]: `npm start` in the background; its number in START, its output in $WORK/NAME.log
start() {
  local name="$1" folder="$2"; shift 2
  (cd "$folder" && exec env "$@" npm start > "$WORK/$name.log" 2>&1) &
  START=$!
  PIDS+=("$START")
}

# ready NAME SECONDS: waits for the end of the start; true when the portal is up
ready() {
  local waited=0
  while [ $waited -lt $(($2 * 5)) ]; do
    grep -q 'Ctrl-C stops everything' "$WORK/$1.log" 2>/dev/null && return 0
    kill -0 "$START" 2>/dev/null || { tail -3 "$WORK/$1.log"; return 1; }
    sleep 0.2; waited=$((waited + 1))
  done
  tail -3 "$WORK/$1.log"
  return 1
}

# A process that has ended but was not yet collected by its parent is gone.
alive() { kill -0 "$1" 2>/dev/null && ! ps -o stat= -p "$1" 2>/dev/null | grep -q '^Z'; }
healthy() { [ "$(curl -s -m 5 -o /dev/null -w '%{http_code}' "http://127.0.0.1:$1/sms/health/ready")" = 200 ]; }
healthy_within() { local waited=0; while [ $waited -lt $(($2 * 4)) ]; do healthy "$1" && return 0; sleep 0.25; waited=$((waited + 1)); done; return 1; }
gone_within() { local waited=0; while [ $waited -lt $(($2 * 10)) ]; do kill -0 "$1" 2>/dev/null || return 0; sleep 0.1; waited=$((waited + 1)); done; return 1; }

# run_file DATA_DIR EXPRESSION: a value of run.json
run_file() { node -p "const r = JSON.parse(require('fs').readFileSync('$1/run.json', 'utf8')); $2"; }
server_pid() { node -p "JSON.parse(require('fs').readFileSync('$1/postgres.process.json', 'utf8')).server.pid" 2>/dev/null; }

stop() { # PID DATA_DIR
  kill -TERM "$1" 2>/dev/null
  local owner; owner=$(run_file "$2" r.owner.pid 2>/dev/null)
  gone_within "$1" 15; [ -z "$owner" ] || gone_within "$owner" 15
}

# refused NAME PATTERN: the last start said exactly one sentence on stderr that fits, and failed
refused() {
  local name="$1" pattern="$2" folder="$3"; shift 3
  (cd "$folder" && timeout 120 env "$@" node scripts/start.mjs > "$WORK/$name.log" 2> "$WORK/$name.err")
  local code=$?
  [ $code -ne 0 ] && [ $code -ne 124 ] || { say "  code $code"; return 1; }
  [ "$(wc -l < "$WORK/$name.err")" -eq 1 ] || { cat "$WORK/$name.err"; return 1; }
  grep -qE "$pattern" "$WORK/$name.err" || { cat "$WORK/$name.err"; return 1; }
  say "          $(cat "$WORK/$name.err")"
}

case_cold() {
  ports 0; clone "$WORK/cold"; mkdir -p "$WORK/home"
  local began=$SECONDS
  start cold "$WORK/cold" HOME="$WORK/home" npm_config_cache="$WORK/npm-cache" "${PORTS[@]}"
  expect "first start" ready cold 600
  expect "took $((SECONDS - began)) s, under 240" test $((SECONDS - began)) -lt 240
  expect "is healthy" healthy "$PORT"
  expect "demo accounts are written, for the owner's eyes only" test "$(stat -c %a "$WORK/cold/.data/demo-accounts.json" 2>/dev/null)" = 600
  expect "secrets too" test "$(stat -c %a "$WORK/cold/.data/secrets.json" 2>/dev/null)" = 600
  expect "the checkout stays clean" test -z "$(git -C "$WORK/cold" status --porcelain)"
  expect "stops" stop "$START" "$WORK/cold/.data"
  began=$SECONDS
  start cold-2 "$WORK/cold" HOME="$WORK/home" npm_config_cache="$WORK/npm-cache" "${PORTS[@]}"
  expect "second start" ready cold-2 60
  expect "took $((SECONDS - began)) s, under 15" test $((SECONDS - began)) -lt 15
  stop "$START" "$WORK/cold/.data"
}

case_private-root() {
  [ "$(id -u)" = 0 ] || { skip "needs root"; return; }
  ports 1; mkdir -m 700 "$WORK/private"; clone "$WORK/private/portal"
  start private "$WORK/private/portal" "${PORTS[@]}"
  expect "starts under a 0700 folder of root" ready private 600
  expect "is healthy" healthy "$PORT"
  expect "stops" stop "$START" "$WORK/private/portal/.data"
}

case_user() {
  [ "$(id -u)" = 0 ] || { skip "needs root to become another user (started as one, every other case shows it)"; return; }
  id "$RUN_USER" > /dev/null 2>&1 || { useradd --system --create-home --shell /bin/bash "$RUN_USER" && CREATED_USER=1; }
  ports 2; mkdir "$WORK/user"; clone "$WORK/user/portal"; chown -R "$RUN_USER" "$WORK/user"
  (cd "$WORK/user/portal" && exec setpriv --reuid="$RUN_USER" --regid="$(id -g "$RUN_USER")" --clear-groups env HOME="/home/$RUN_USER" npm_config_cache="$WORK/user/cache" "${PORTS[@]}" npm start > "$WORK/user.log" 2>&1) &
  START=$!; PIDS+=("$START")
  expect "starts as $RUN_USER" ready user 600
  expect "is healthy" healthy "$PORT"
  expect "stops" stop "$START" "$WORK/user/portal/.data"
}

case_no-lang() {
  shared_clone; ports 3
  start no-lang "$SHARED" -u LANG -u LC_ALL -u LC_CTYPE -u LANGUAGE DATA_DIR="$WORK/no-lang" "${PORTS[@]}"
  expect "starts with LANG unset" ready no-lang 120
  expect "Chinese has trigrams" test "$(cd "$SHARED" && node --input-type=module -e "
    import pg from 'pg'; import { readFileSync } from 'node:fs';
    const { POSTGRES_PASSWORD } = JSON.parse(readFileSync('$WORK/no-lang/secrets.json', 'utf8'));
    const client = new pg.Client({ host: '127.0.0.1', port: $PG, user: 'portal', password: POSTGRES_PASSWORD, database: 'portal' });
    await client.connect(); const { rows } = await client.query(\"SELECT cardinality(show_trgm('电梯')) > 0 AS fine\"); console.log(rows[0].fine); await client.end();")" = true
  stop "$START" "$WORK/no-lang"
}

case_no-scripts() {
  shared_clone; ports 4
  start no-scripts "$SHARED" DATA_DIR="$WORK/no-scripts" "${PORTS[@]}"
  expect "starts after npm ci --ignore-scripts" ready no-scripts 120
  expect "installs nothing again" bash -c "! grep -q Packages '$WORK/no-scripts.log'"
  stop "$START" "$WORK/no-scripts"
}

case_offline() {
  [ "$(id -u)" = 0 ] && command -v unshare > /dev/null || { skip "needs root and unshare"; return; }
  shared_clone; ports 5
  (cd "$SHARED" && exec unshare --net bash -c "ip link set lo up && exec env ${PORTS[*]} DATA_DIR=$WORK/offline npm start" > "$WORK/offline.log" 2>&1) &
  START=$!; PIDS+=("$START")
  expect "starts without a network" ready offline 120
  stop "$START" "$WORK/offline"
}

case_killed() {
  shared_clone; ports 6; local data="$WORK/killed"
  start killed "$SHARED" DATA_DIR="$data" "${PORTS[@]}"
  expect "starts" ready killed 120
  local name owner
  for name in gateway web; do
    kill -9 "$(run_file "$data" "r.children.find((c) => c.name === '$name').pid")"; sleep 0.5
    expect "$name killed: back by itself" healthy_within "$PORT" 30
  done
  kill -9 "$(server_pid "$data")"; sleep 0.7
  expect "database killed: back by itself" healthy_within "$PORT" 30

  kill -9 "$(run_file "$data" r.owner.pid)"
  start killed-2 "$SHARED" DATA_DIR="$data" "${PORTS[@]}"
  expect "start.mjs killed: the next start recovers" ready killed-2 60

  owner=$(run_file "$data" r.owner.pid); kill -9 "$START"
  start killed-3 "$SHARED" DATA_DIR="$data" "${PORTS[@]}"
  expect "npm killed: the next start recovers" ready killed-3 60
  expect "the old one is gone" bash -c "! kill -0 $owner 2>/dev/null"

  # All at once, the way a machine loses power.
  kill -9 "$START" "$(run_file "$data" r.owner.pid)" $(run_file "$data" "r.children.map((c) => c.pid).join(' ')") "$(server_pid "$data")"; sleep 0.5
  start killed-4 "$SHARED" DATA_DIR="$data" "${PORTS[@]}"
  expect "everything killed: the next start recovers" ready killed-4 60
  expect "is healthy" healthy "$PORT"
  stop "$START" "$data"
}

case_stranger() {
  shared_clone; ports 7; local data="$WORK/stranger"; mkdir -p "$data"
  sleep 600 & local stranger=$!
  printf '{"owner":{"pid":%s,"startKey":"another moment"},"launcher":null,"address":"x","children":[{"pid":%s,"startKey":"another moment","name":"web"}]}' "$stranger" "$stranger" > "$data/run.json"
  start stranger "$SHARED" DATA_DIR="$data" "${PORTS[@]}"
  expect "starts" ready stranger 120
  expect "a stranger with one of our old numbers is left alone" kill -0 "$stranger"
  kill "$stranger"; stop "$START" "$data"
}

case_two() {
  shared_clone
  ports 8; local first_port=$PORT; start two-a "$SHARED" DATA_DIR="$WORK/two-a" "${PORTS[@]}"; local first=$START
  expect "the first copy starts" ready two-a 120
  ports 9; start two-b "$SHARED" DATA_DIR="$WORK/two-b" "${PORTS[@]}"
  expect "the second one beside it" ready two-b 120
  expect "both are healthy" bash -c "curl -sf -o /dev/null http://127.0.0.1:$first_port/sms/health/ready && curl -sf -o /dev/null http://127.0.0.1:$PORT/sms/health/ready"
  expect "each has its own secrets" bash -c "! cmp -s '$WORK/two-a/secrets.json' '$WORK/two-b/secrets.json'"
  stop "$START" "$WORK/two-b"
  expect "stopping one leaves the other" healthy "$first_port"
  stop "$first" "$WORK/two-a"
}

case_running() {
  shared_clone; ports 10
  start running "$SHARED" DATA_DIR="$WORK/running" "${PORTS[@]}"
  expect "starts" ready running 120
  expect "a second start is refused" refused running-2 'already running on this data \(process [0-9]+, http' "$SHARED" DATA_DIR="$WORK/running" "${PORTS[@]}"
  expect "the first goes on" healthy "$PORT"
  stop "$START" "$WORK/running"
}

case_port-taken() {
  shared_clone; ports 11; local name number
  for name in PORT GATEWAY MQTT PG; do
    number="${!name}"
    node -e "require('net').createServer().listen($number, '127.0.0.1')" & local holder=$!
    sleep 0.5
    expect "$name taken" refused "taken-$name" "^Port $number .*taken by another program; set $name(_PORT)? to a free one" "$SHARED" DATA_DIR="$WORK/taken" "${PORTS[@]}"
    kill $holder; wait $holder 2>/dev/null
  done
}

case_bad-database() {
  shared_clone; ports 12
  expect "nobody answers" refused database '^The database at 127.0.0.1:1/portal cannot be reached' "$SHARED" DATA_DIR="$WORK/bad-database" DATABASE_URL=postgresql://u:secret@127.0.0.1:1/portal "${PORTS[@]}"
  expect "the password is not shown" bash -c "! grep -rq secret '$WORK/database.err' '$WORK/database.log'"
}

case_bad-setting() {
  shared_clone; ports 13
  expect "a port that is none" refused setting-1 '^PORT must be a port number' "$SHARED" DATA_DIR="$WORK/bad" PORT=x
  expect "one port twice" refused setting-2 'are both 4000' "$SHARED" DATA_DIR="$WORK/bad" PORT=4000 MQTT_PORT=4000
  expect "an address that is none" refused setting-3 '^PUBLIC_URL must be a URL' "$SHARED" DATA_DIR="$WORK/bad" PUBLIC_URL=portal
  expect "a word that is none" refused setting-4 '^LOG_LEVEL must be one of' "$SHARED" DATA_DIR="$WORK/bad" LOG_LEVEL=loud
  expect "a setting only the programs know" refused setting-6 'TRUSTED_PROXIES' "$SHARED" DATA_DIR="$WORK/bad" TRUSTED_PROXIES=nonsense DEMO=0 "${PORTS[@]}"
  expect "a folder that cannot be" refused setting-5 'choose another DATA_DIR' "$SHARED" DATA_DIR=/dev/null/data "${PORTS[@]}"
}

case_disk-full() {
  [ "$(id -u)" = 0 ] || { skip "needs root to mount a small disk"; return; }
  shared_clone; ports 14; mkdir -p "$WORK/small"
  mount -t tmpfs -o size=8m,mode=755 tmpfs "$WORK/small" 2>/dev/null || { skip "cannot mount"; return; }
  expect "no room for the database" refused full-1 'disk.* is full; free some space' "$SHARED" DATA_DIR="$WORK/small/data" "${PORTS[@]}"
  dd if=/dev/zero of="$WORK/small/fill" bs=1k 2> /dev/null
  expect "no room at all" refused full-2 'disk.* is full; free some space' "$SHARED" DATA_DIR="$WORK/small/other" "${PORTS[@]}"
  umount "$WORK/small"
}

case_nodes() {
  local version place data
  for version in ${NODES:-22 24}; do
    place="$WORK/node-$version" data="$WORK/nodes-$version"; ports $((14 + version / 2))
    npm install --prefix "$place" --no-audit --no-fund --silent "node@$version" > "$WORK/node-$version.log" 2>&1 || { bad "Node.js $version could not be installed"; continue; }
    clone "$place/portal"
    start "nodes-$version" "$place/portal" PATH="$place/node_modules/.bin:$PATH" DATA_DIR="$data" "${PORTS[@]}"
    expect "starts with Node.js $("$place/node_modules/.bin/node" -v)" ready "nodes-$version" 600
    expect "is healthy" healthy "$PORT"
    expect "its processes are that version" test "$(readlink -f "/proc/$(run_file "$data" "r.children.find((c) => c.name === 'web').pid")/exe")" = "$(readlink -f "$place/node_modules/.bin/node")"
    stop "$START" "$data"
    expect "unit tests" bash -c "cd '$place/portal' && PATH='$place/node_modules/.bin':\$PATH npm test -- unit > '$WORK/nodes-$version-unit.log' 2>&1 || { tail -40 '$WORK/nodes-$version-unit.log'; false; }"
  done
}

case_stop() {
  shared_clone; ports 15; local data="$WORK/stop" signal children server owner pid left
  for signal in INT TERM; do
    start "stop-$signal" "$SHARED" DATA_DIR="$data" "${PORTS[@]}"
    expect "starts" ready "stop-$signal" 120
    owner=$(run_file "$data" r.owner.pid); children=$(run_file "$data" "r.children.map((c) => c.pid).join(' ')"); server=$(server_pid "$data")
    kill "-$signal" "$owner"
    expect "SIG$signal: gone within 10 s" gone_within "$owner" 10
    left=""; for pid in $children $server; do alive "$pid" && left="$left $pid"; done
    expect "nothing is left" test -z "$left"
    [ -z "$left" ] || ps -o pid,ppid,stat,etime,args -p "${left// /,}" 2>/dev/null | sed 's/^/          /'
    gone_within "$START" 5
  done
}

cases=("$@"); [ ${#cases[@]} -gt 0 ] || cases=("${ALL[@]}")
for name in "${cases[@]}"; do
  declare -F "case_$name" > /dev/null || { say "There is no case $name; there are: ${ALL[*]}"; exit 2; }
done
for name in "${cases[@]}"; do say "$name"; "case_$name"; done
say ""
say "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
