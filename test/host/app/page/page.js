document.body.dataset.ready = typeof window.api;
const worker = new Worker('worker.js');
worker.onmessage = (event) => {
  document.body.dataset.worker = event.data;
};
