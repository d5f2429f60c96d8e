/** What a push says, and where in the app it leads. One that cannot be read is told by the name of the house alone. */
export const readPush = (said: string | undefined): { title: string; text: string; link: string } => {
  const nothing = { title: 'Palpite', text: '', link: '/gameMess' }
  try {
    const { title, text, link } = JSON.parse(said ?? '') as Record<string, unknown>
    if (typeof title !== 'string' || typeof text !== 'string') return nothing
    // Only a place in the app: never an address of somebody else.
    return { title, text, link: typeof link === 'string' && /^\/(?!\/)/.test(link) ? link : nothing.link }
  } catch {
    return nothing
  }
}
