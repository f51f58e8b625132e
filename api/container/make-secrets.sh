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
write() {
  cat >"$folder/$1.new"
  chmod 444 "$folder/$1.new"
  mv -f "$folder/$1.new" "$folder/$1"
}

keep() {
  [ -s "$folder/$1" ] || printf '%s' "$2" | write "$1"
}

# Empty where the setting is not used, and writable, as a person fills it in. Earlier releases read it from .env.
keep_setting() {
  value=
  [ ! -f "$settings" ] || value=$(sed -n "s/^$1=//p" "$settings" | tail -n 1 | sed "s/^\([\"']\)\(.*\)\1\$/\2/")
  keep "$2" "$value"
  chmod 644 "$folder/$2"
  [ -z "$value" ] || echo "$1 is in $folder/$2: remove it from $settings."
}

# An authority of their own for the stores, whose key is not kept, so that it signs nothing else. Its certificate comes last: it
# stands for all of them.
make_certificates() {
  command -v openssl >/dev/null || {
    echo "The certificates of the stores are made with openssl: install it." >&2
    exit 1
  }
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  cat >"$work/settings" <<END
[req]
prompt = no
distinguished_name = name
[name]
CN = Kampong Bharu stores
[authority]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
END
  for store in eventstore mongodb; do
    cat >>"$work/settings" <<END
[$store]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature, keyEncipherment
extendedKeyUsage = serverAuth, clientAuth
subjectAltName = DNS:$store, DNS:localhost, IP:127.0.0.1
END
  done
  (
    cd "$work"
    openssl req -x509 -config settings -extensions authority -days 3650 -newkey rsa:3072 -nodes -keyout ca.key -out ca.crt
    for store in eventstore mongodb; do
      openssl req -new -config settings -subj "/CN=$store" -newkey rsa:3072 -nodes -keyout $store.key -out $store.csr
      openssl x509 -req -in $store.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 3650 -sha256 \
        -extfile settings -extensions $store -out $store.crt
    done
  ) >"$work/log" 2>&1 || {
    cat "$work/log" >&2
    exit 1
  }
  write eventstore-certificate <"$work/eventstore.crt"
  write eventstore-key <"$work/eventstore.key"
  cat "$work/mongodb.crt" "$work/mongodb.key" | write mongodb-certificate
  write ca.crt <"$work/ca.crt"
}

[ -s "$folder/ca.crt" ] || make_certificates
authority=tlsCAFile=/run/secrets/ca.crt

keep eventstore-url "esdb://admin:$(password)@eventstore:2113?$authority"
keep mongodb-root "$(password)"
for user in api projector; do
  name=mongodb-$user-url
  keep "$name" "mongodb://$user:$(password)@mongodb:27017/kampong_bharu?authSource=admin&tls=true&$authority"
  # Addresses of earlier releases are without TLS.
  grep -q tls= "$folder/$name" || printf '%s&tls=true&%s' "$(cat "$folder/$name")" "$authority" | write "$name"
done
keep_setting APP_SECRET app-secret
keep_setting ADMIN_PASSWORD admin-password
keep_setting SMTP_URL smtp-url
