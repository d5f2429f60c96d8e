const requestIds = new Map<string, string>()

/** One id per day's check-in, however often it is sent. */
export const checkInRequestId = (day: string): string => {
  const requestId = requestIds.get(day) ?? crypto.randomUUID()
  requestIds.set(day, requestId)
  return requestId
}
