/** The package has no types of its own; this is the part that is used. */
declare module 'write-file-atomic' {
  interface Options {
    mode?: number;
    encoding?: BufferEncoding;
    /** Waits until the bytes are on the disk; true by default. */
    fsync?: boolean;
  }
  /** Writes to a temporary file beside the target and renames it. Writes to one file queue up. */
  function writeFileAtomic(file: string, data: string | Uint8Array, options?: Options): Promise<void>;
  namespace writeFileAtomic {
    function sync(file: string, data: string | Uint8Array, options?: Options): void;
  }
  export default writeFileAtomic;
}
