/**
 * What the server answers itself: calls, the socket, the payment page, documentation, the page that
 * verifies rounds without a network, and the checks of its standing.
 * The worker never stands between: it neither keeps these nor answers for them.
 */
const served = /^\/(?:api|gamecenter-siop|pay|docs|metrics|livez|readyz|sandbox|verificar\.html)(?:[/?]|$)/

/** The addresses that are not the app's, as a path with its query: no navigation there gets the app's page. */
export const servedAddresses: readonly RegExp[] = [served]
