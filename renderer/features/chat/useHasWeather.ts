import { useHost } from '../../host/HostProvider.tsx';

/** True when the built-in weather example is connected; then the teaching question can be asked. */
export const useHasWeather = (): boolean =>
  useHost((host) => Object.values(host.servers).some((server) => server.state.kind === 'connected' && /weather/i.test(server.name)));
