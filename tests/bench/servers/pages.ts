import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { serveOrders } from '../support/child';

/** Work like that of a web process that renders lists for people, about half a core of it, while `busy` is on. */

let isBusy = false;

function renderList(): void {
  const cells = (row: number) =>
    Array.from({ length: 10 }, (_, column) =>
      createElement('td', { key: column }, createElement('span', { className: 'cell' }, `${row}/${column}`)),
    );
  const rows = Array.from({ length: 200 }, (_, row) => createElement('tr', { key: row }, cells(row)));
  renderToString(createElement('table', null, createElement('tbody', null, rows)));
}

function work(): void {
  if (!isBusy) return;
  const until = performance.now() + 20;
  while (performance.now() < until) renderList();
  setTimeout(work, 20);
}

serveOrders(1, ({ on = 0 }) => {
  isBusy = on === 1;
  work();
  return {};
});
