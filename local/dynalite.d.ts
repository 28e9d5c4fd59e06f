declare module 'dynalite' {
  import type { Server } from 'node:http';
  export default function dynalite(options?: { path?: string; createTableMs?: number }): Server;
}

declare module 'dynalite/db' {
  interface Failure {
    body: Record<string, unknown>;
  }
  export function checkConditional(
    request: Record<string, unknown>,
    item?: object,
  ): Failure | null | undefined;
}
