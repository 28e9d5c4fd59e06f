import { createHash, createHmac, createSecretKey } from 'node:crypto';
import { toUint8Array } from '@smithy/core/serde';

/** Hashes and HMACs of the SDK's signatures. The SDK's own take twice the time, most of it for a key of bytes. */
export class Sha256 {
  readonly #hash: ReturnType<typeof createHash | typeof createHmac>;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret ? createHmac('sha256', createSecretKey(toUint8Array(secret))) : createHash('sha256');
  }

  update(content: Uint8Array): void {
    this.#hash.update(content);
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
}
