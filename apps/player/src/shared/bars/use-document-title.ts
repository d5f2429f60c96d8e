import { useEffect } from 'react'

/** Names the page for the browser's tab and history, while the component is in sight. */
export const useDocumentTitle = (title: string): void => {
  useEffect(() => {
    document.title = title
  }, [title])
}
