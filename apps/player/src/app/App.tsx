import { QueryClientProvider } from '@tanstack/react-query'
import { Router } from 'wouter'
import { aroundNav } from '../shared/navigation.ts'
import { queryClient } from '../shared/query.ts'
import { AlertHost } from './AlertHost.tsx'
import { OverlayHost } from './OverlayHost.tsx'
import { StepUpHost } from './StepUpHost.tsx'
import { Shell } from './Shell.tsx'
import { ToastHost } from './ToastHost.tsx'

/** The whole app: providers around the shell, and the app-wide dialogs above it. */
export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <Router aroundNav={aroundNav}>
        <Shell />
        <OverlayHost />
        <StepUpHost />
        <AlertHost />
        <ToastHost />
      </Router>
    </QueryClientProvider>
  )
}
