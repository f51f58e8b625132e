#!/bin/sh
# The server makes its users at its first start with TLS, with passwords that it takes from its environment only. They are put there
# here, so that they are not in that of the container, which anybody sees who may inspect it.
set -eu
password=$(sed 's/.*:\([^:@]*\)@.*/\1/' /run/secrets/eventstore-url)
export EVENTSTORE_DEFAULT_ADMIN_PASSWORD="$password" EVENTSTORE_DEFAULT_OPS_PASSWORD="$password"
exec /opt/eventstore/EventStore.ClusterNode
