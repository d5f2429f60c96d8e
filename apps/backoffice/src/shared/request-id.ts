/** A caller's own id for a command: sent twice, it acts once. */
export const newRequestId = (): string => crypto.randomUUID().replaceAll('-', '')
