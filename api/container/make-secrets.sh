#!/bin/sh
# Makes the passwords of the stores that are missing. Those that are there stay, so it may run at any time.
set -eu
folder=${1:-"$(dirname "$0")/../../secrets"}

mkdir -p -m 700 "$folder"

password() {
  od -An -N32 -tx1 /dev/urandom | tr -d ' \n'
}

# The users of the containers read the files; outside, the folder keeps others away.
keep() {
  [ -s "$folder/$1" ] && return
  printf '%s\n' "$2" >"$folder/$1.new"
  chmod 444 "$folder/$1.new"
  mv "$folder/$1.new" "$folder/$1"
}

keep mongodb-root "$(password)"
for user in api projector; do
  keep "mongodb-$user-url" "mongodb://$user:$(password)@mongodb:27017/kampong_bharu?authSource=admin"
done
