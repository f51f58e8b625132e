#!/bin/sh
# Makes the secrets of the compose file that are missing. Those that are there stay, so it may run at any time.
set -eu
root=$(dirname "$0")/../..
folder=${1:-"$root/secrets"}
settings=${2:-"$root/.env"}

mkdir -p -m 700 "$folder"

password() {
  od -An -N32 -tx1 /dev/urandom | tr -d ' \n'
}

# The users of the containers read the files; outside, the folder keeps others away.
keep() {
  [ -s "$folder/$1" ] && return
  printf '%s' "$2" >"$folder/$1.new"
  chmod 444 "$folder/$1.new"
  mv "$folder/$1.new" "$folder/$1"
}

# Empty where the setting is not used. Earlier releases read it from .env.
keep_setting() {
  value=
  [ ! -f "$settings" ] || value=$(sed -n "s/^$1=//p" "$settings" | tail -n 1 | sed "s/^\([\"']\)\(.*\)\1\$/\2/")
  keep "$2" "$value"
  [ -z "$value" ] || echo "$1 is in $folder/$2: remove it from $settings."
}

keep mongodb-root "$(password)"
for user in api projector; do
  keep "mongodb-$user-url" "mongodb://$user:$(password)@mongodb:27017/kampong_bharu?authSource=admin"
done
keep_setting APP_SECRET app-secret
keep_setting ADMIN_PASSWORD admin-password
keep_setting SMTP_URL smtp-url
