// A small Electron app that shows each thing the host must do; the tests drive it from its page.
const { app, BrowserWindow, ipcMain, protocol, session, dialog, shell, safeStorage, nativeTheme } = require('electron');
const electron = require('electron');
const fs = require('node:fs');
const path = require('node:path');

app.setPath('userData', process.env.HOST_TEST_DATA);
if (!app.requestSingleInstanceLock()) app.exit(7);
const seen = { second: [], navigation: [], opened: [], closes: 0, console: [] };
app.on('second-instance', (_event, argv) => seen.second.push(argv.at(-1)));
protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } }]);

let window;
let mayClose = true;
const handlers = {
  sum: (a, b) => a + b,
  echo: (...args) => args,
  fail: () => {
    throw new TypeError('nope');
  },
  after: (ms) => new Promise((resolve) => setTimeout(resolve, ms, 'done')),
  info: () => ({
    electron: process.versions.electron,
    node: process.versions.node,
    name: app.getName(),
    version: app.getVersion(),
    encryption: safeStorage.isEncryptionAvailable(),
  }),
  seen: () => seen,
  allowClose: (value) => {
    mayClose = value;
  },
  flood: (n) => {
    for (let i = 0; i < n; i++) window.webContents.send('tick', i);
  },
  theme: (value) => {
    nativeTheme.themeSource = value;
  },
  open: (options) => dialog.showOpenDialog(window, options),
  external: (url) => shell.openExternal(url),
  unknown: (owner, member) => {
    const object = { electron, app, window, contents: window.webContents, dialog }[owner];
    try {
      return String(typeof object[member]);
    } catch (error) {
      return error.message;
    }
  },
  closeWindow: () => void setTimeout(() => window.close(), 10),
};
for (const [name, handler] of Object.entries(handlers)) ipcMain.handle(name, (_event, ...args) => handler(...args));
ipcMain.handle('sender', (event) => [event.senderFrame.url, event.senderFrame === event.sender.mainFrame]);

app.whenReady().then(() => {
  protocol.handle('app', async (request) => {
    const url = new URL(request.url);
    if (url.pathname === '/api/echo') return Response.json({ method: request.method, body: await request.text(), url: request.url });
    const file = path.join(__dirname, 'page', path.normalize(url.pathname));
    if (!fs.existsSync(file)) return new Response('no', { status: 404 });
    const type = file.endsWith('.js') ? 'text/javascript' : 'text/html';
    const policy = "default-src 'self'; script-src 'self'; object-src 'none'";
    return new Response(fs.readFileSync(file), { headers: { 'content-type': type, 'content-security-policy': policy } });
  });
  const allowed = (permission) => permission === 'clipboard-sanitized-write';
  session.defaultSession.setPermissionRequestHandler((_contents, permission, answer) => answer(allowed(permission)));
  session.defaultSession.setPermissionCheckHandler((_contents, permission) => allowed(permission));
  window = new BrowserWindow({
    width: 900,
    height: 600,
    webPreferences: { preload: path.join(__dirname, 'preload.cjs'), sandbox: true, contextIsolation: true },
  });
  window.on('close', (event) => {
    seen.closes += 1;
    if (!mayClose) event.preventDefault();
  });
  window.webContents.setWindowOpenHandler(({ url }) => {
    seen.opened.push(url);
    return { action: 'deny' };
  });
  window.webContents.on('will-navigate', (event, url) => {
    seen.navigation.push(url);
    if (!url.startsWith('app://main/')) event.preventDefault();
  });
  window.webContents.on('console-message', (event) => seen.console.push(event.message));
  void window.loadURL('app://main/index.html');
});
app.on('window-all-closed', () => app.quit());
