fetch('/api/echo')
  .then((r) => r.json())
  .then((r) => postMessage(r.method));
