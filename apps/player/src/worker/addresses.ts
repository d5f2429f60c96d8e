/**
 * Paths that the server answers: calls, the socket, the payment page, documentation, the offline verifier
 * page, and health checks. The worker neither caches nor answers them.
 */
const served = /^\/(?:api|gamecenter-siop|pay|docs|metrics|livez|readyz|sandbox|verificar\.html)(?:[/?]|$)/

/** The paths that are not the app's: navigating to one does not return the app's page. */
export const servedAddresses: readonly RegExp[] = [served]
