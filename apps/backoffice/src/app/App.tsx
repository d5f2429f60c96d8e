import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryClient } from '../shared/ask-again.ts'
import { useSession } from '../shared/session.ts'
import { Notices } from './Notices.tsx'
import { SignedIn } from './SignedIn.tsx'
import { SignIn } from './SignIn.tsx'

/** The whole back office: the login, or everything behind it. */
export function App() {
  const { token, ending } = useSession()
  useForgetting(token)
  return (
    <QueryClientProvider client={queryClient}>
      {token === '' ? <SignIn ending={ending} /> : <SignedIn key={token} />}
      <Notices />
    </QueryClientProvider>
  )
}

/** One operator's cached data must not reach the next. */
const useForgetting = (token: string) => {
  useEffect(() => () => queryClient.clear(), [token])
}
