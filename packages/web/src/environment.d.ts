type ImportMetaEnv = {
  readonly BUILD_MARK: number | undefined;
  readonly VITE_API_URL: string | undefined;
  readonly VITE_MESSAGING_URL: string | undefined;
  readonly VITE_PAYMENTS_URL: string | undefined;
  readonly VITE_WEBSOCKET_URL: string | undefined;
};
