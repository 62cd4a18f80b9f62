import { useSyncExternalStore } from 'react'
import { connection, type Connection } from '../signals/connection.ts'

export const useConnection = (): Connection =>
  useSyncExternalStore(connection.subscribe, connection.get, connection.get)
