#!/usr/bin/env bash
# Buys a seat with nothing but grpcurl, which learns the services from the server itself (reflection).
#
#   bash buy.sh [127.0.0.1:50051]
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
server=${1:-127.0.0.1:50051}
here=$(cd "$(dirname "$0")" && pwd)

call() { grpcurl -plaintext -d "$2" "$server" "usher.v1.$1"; }
# One string field of a JSON reply.
field() { sed -n "s/.*\"$1\": \"\([^\"]*\)\".*/\1/p" | head -n 1; }

echo "services:"
grpcurl -plaintext "$server" list

echo "the hall:"
call HallService/PutHall "{\"hall\": $(cat "$here/../halls/lumen.json")}" | grep -E '"(hallId|revision|seatCount)"'

show="shell-$(date +%s)"
# A minute of its own in the coming two years, so that the example can be run again and again.
start=$(date -u -d "+$((24 + RANDOM % 20000)) hours" +%Y-%m-%dT%H:%M:%SZ)
end=$(date -u -d "$start + 1 minute" +%Y-%m-%dT%H:%M:%SZ)
echo "the show:"
call ShowService/CreateShow "{\"show\": {\"showId\": \"$show\", \"hallId\": \"lumen\", \"title\": \"Nosferatu\",
    \"startsAt\": \"$start\", \"endsAt\": \"$end\"}}" | grep -E '"(showId|epoch|version)"'

echo "the lock:"
lock=$(call LockService/LockSeats "{\"showId\": \"$show\", \"holder\": \"customer-1\", \"seats\": [\"C5\", \"C6\"]}")
echo "$lock"
token=$(echo "$lock" | field token)

echo "somebody else is refused:"
if call LockService/LockSeats "{\"showId\": \"$show\", \"holder\": \"customer-2\", \"seats\": [\"C6\"]}" 2>"$scratch/refusal"; then
    echo "a seat was locked twice" >&2
    exit 1
fi
cat "$scratch/refusal"
grep -q SEAT_TAKEN "$scratch/refusal"

echo "the sale:"
call LockService/ConfirmLock "{\"token\": \"$token\", \"orderRef\": \"order-1\"}" | tee "$scratch/sale"
grep -q '"saleId"' "$scratch/sale"

echo "the map (one byte a seat, in base64):"
call SeatService/GetSeats "{\"showId\": \"$show\"}" | grep -E '"(seq|states)"'
