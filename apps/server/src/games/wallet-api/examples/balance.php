<?php
// The balance of a session's player: a signed call by PHP's own functions.
$path = '/api/studio/balance';
$raw = json_encode(['session' => getenv('SESSION'), 'currency' => 'BRL']);
$timestamp = (string) (int) (microtime(true) * 1000);
$signature = hash_hmac('sha256', "$timestamp.$path.$raw", getenv('STUDIO_SECRET'));
$headers = [
    'content-type: application/json',
    'x-studio-key: ' . getenv('STUDIO_KEY_ID'),
    "x-studio-timestamp: $timestamp",
    "x-studio-signature: $signature",
];
$http = ['method' => 'POST', 'header' => $headers, 'content' => $raw, 'ignore_errors' => true];
echo file_get_contents(getenv('WALLET_URL') . $path, false, stream_context_create(['http' => $http])), "\n";
