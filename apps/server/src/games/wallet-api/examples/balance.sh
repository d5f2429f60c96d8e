#!/bin/sh
# The balance of a session's player: a signed call by curl and openssl.
path=/api/studio/balance
raw="{\"session\":\"$SESSION\",\"currency\":\"BRL\"}"
timestamp=$(($(date +%s) * 1000))
signature=$(printf '%s.%s.%s' "$timestamp" "$path" "$raw" |
  openssl dgst -sha256 -hmac "$STUDIO_SECRET" -r | cut -d' ' -f1)
curl -sS "$WALLET_URL$path" \
  -H 'content-type: application/json' \
  -H "x-studio-key: $STUDIO_KEY_ID" \
  -H "x-studio-timestamp: $timestamp" \
  -H "x-studio-signature: $signature" \
  --data-binary "$raw"
