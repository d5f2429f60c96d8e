/** The title, text and target page of a push. An unreadable one shows only the name of the house. */
export const readPush = (said: string | undefined): { title: string; text: string; link: string } => {
  const nothing = { title: 'Palpite', text: '', link: '/gameMess' }
  try {
    const { title, text, link } = JSON.parse(said ?? '') as Record<string, unknown>
    if (typeof title !== 'string' || typeof text !== 'string') return nothing
    // Only an app path, never an external address.
    return { title, text, link: typeof link === 'string' && /^\/(?!\/)/.test(link) ? link : nothing.link }
  } catch {
    return nothing
  }
}
