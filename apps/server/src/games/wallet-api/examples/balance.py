# The balance of a session's player: a signed call by Python's own library.
import hashlib, hmac, json, os, time, urllib.request

path = "/api/studio/balance"
raw = json.dumps({"session": os.environ["SESSION"], "currency": "BRL"}).encode()
timestamp = str(int(time.time() * 1000))
signed = f"{timestamp}.{path}.".encode() + raw
signature = hmac.new(os.environ["STUDIO_SECRET"].encode(), signed, hashlib.sha256).hexdigest()
request = urllib.request.Request(
    os.environ["WALLET_URL"] + path,
    data=raw,
    headers={
        "content-type": "application/json",
        "x-studio-key": os.environ["STUDIO_KEY_ID"],
        "x-studio-timestamp": timestamp,
        "x-studio-signature": signature,
    },
)
print(urllib.request.urlopen(request).read().decode())
