/** An event that a listener may veto, as Electron hands them out. */
export interface HostApiEvent {
  readonly defaultPrevented: boolean;
  preventDefault(): void;
}

export function createEvent<T extends object>(more?: T): HostApiEvent & T {
  let prevented = false;
  return {
    ...(more as T),
    get defaultPrevented() {
      return prevented;
    },
    preventDefault() {
      prevented = true;
    },
  };
}
