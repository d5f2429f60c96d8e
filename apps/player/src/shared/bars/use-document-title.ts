import { useEffect } from 'react'

/** Sets the browser's tab title while the component is mounted. */
export const useDocumentTitle = (title: string): void => {
  useEffect(() => {
    document.title = title
  }, [title])
}
