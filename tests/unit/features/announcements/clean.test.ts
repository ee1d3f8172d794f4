/** @jest-environment jsdom */
import { cleanMessage, excerptOf } from '@/lib/features/announcements/clean';
import { XSS_PAYLOADS } from '../../../support/xss-payloads';

/** What the server leaves of a text (api.md §1.7 HTML, readings 104). */

const PICTURE = `${'a'.repeat(32)}.png`;
const clean = (html: string) => cleanMessage(html).html;

describe('the text of an announcement', () => {
  it('keeps what the editor offers: bold, lists, headings, a table, a link, a picture of ours', () => {
    const written =
      '<h2>Hours</h2><p><strong>Open</strong> and <em>calm</em>, <u>always</u><br>so</p>' +
      '<ul><li><p>one</p></li></ul><ol><li>two</li></ol>' +
      '<table><tbody><tr><th colspan="2"><p>head</p></th></tr><tr><td>a</td><td rowspan="3">b</td></tr></tbody></table>' +
      `<img src="/sms/file/view/${PICTURE}" alt="plan">`;
    expect(clean(written)).toBe(written.replace('<br>', '<br />').replace('alt="plan">', 'alt="plan" />'));
    expect(clean('<a href="https://example.com/a?b=1">x</a>')).toBe(
      '<a href="https://example.com/a?b=1" target="_blank" rel="noopener noreferrer nofollow">x</a>',
    );
    // As the browser will read it, not as it was written.
    expect(clean('<a href="HTTPS://Example.com\t/a b">x</a>')).toContain('href="https://example.com/a%20b"');
    expect(clean('<a href="mailto:a@example.com">x</a>')).toContain('href="mailto:a@example.com"');
  });

  it('lets other tags fall away and keeps their words; scripts and styles go whole', () => {
    expect(clean('<div class="x"><span style="color:red">red</span> <s>old</s></div>')).toBe('red old');
    expect(clean('<p>a</p><script>b()</script><style>p{}</style><textarea>c</textarea>')).toBe('<p>a</p>');
  });

  it.each([
    'https://example.com/a.png',
    '//example.com/a.png',
    'data:image/png;base64,AAAA',
    '/sms/file/view/../../etc.png',
    `/sms/file/view/${PICTURE}?x=1`,
    '/sms/file/view/short.png',
    `sms/file/view/${PICTURE}`,
  ])('shows no picture from %s', (source) => {
    expect(cleanMessage(`<p>x<img src="${source}" alt="y"></p>`)).toEqual({ html: '<p>x</p>', images: [], text: 'x' });
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '/relative',
    '//example.com',
    'file:///etc/passwd',
    'vbscript:x',
    '',
  ])('leads nowhere by %p', (href) => {
    expect(clean(`<a href="${href}">x</a>`)).toBe('<a>x</a>');
  });

  it('keeps no attribute that it does not know, and no span that no table has', () => {
    expect(clean('<p id="a" class="b" style="c" data-d="e" onclick="f">x</p>')).toBe('<p>x</p>');
    expect(clean('<table><tr><td colspan="9999" rowspan="x" width="1">x</td></tr></table>')).toBe(
      '<table><tr><td>x</td></tr></table>',
    );
  });

  it('says which stored files it shows, and its words in one line', () => {
    const { images, text } = cleanMessage(
      `<p>a &amp; b</p><p>c &lt;d&gt;</p><img src="/sms/file/view/${PICTURE}"><img src="/sms/file/view/${PICTURE}">`,
    );
    expect(images).toEqual([PICTURE]);
    expect(text).toBe('a & b c <d>');
    expect(cleanMessage('<p></p><p> <br></p>').text).toBe('');
    expect(excerptOf(`<p>${'x'.repeat(500)}</p>`)).toHaveLength(200);
  });

  it('is bounded in depth, however deep it comes', () => {
    expect(clean('<b>'.repeat(5000)).match(/<b>/g)?.length ?? 0).toBeLessThanOrEqual(40);
  });

  it(`is the same when it is cleaned again, and holds nothing of ${XSS_PAYLOADS.length} attacks that could run or fetch`, () => {
    expect(XSS_PAYLOADS.length).toBeGreaterThanOrEqual(1000);
    const faults = XSS_PAYLOADS.filter((payload) => {
      const html = clean(payload);
      const page = document.implementation.createHTMLDocument('');
      page.body.innerHTML = html;
      const isBad = [...page.body.querySelectorAll('*')].some(
        (element) =>
          [...element.attributes].some(
            ({ name, value }) =>
              !['href', 'target', 'rel', 'src', 'alt', 'colspan', 'rowspan'].includes(name) ||
              (name === 'href' && !/^(?:https?|mailto):/.test(value)) ||
              (name === 'src' && !/^\/sms\/file\/view\/[A-Za-z0-9_-]{32}\.(?:png|jpg)$/.test(value)),
          ) ||
          !/^(?:p|br|b|strong|i|em|u|ul|ol|li|h[1-4]|a|img|table|caption|colgroup|col|thead|tbody|tfoot|tr|th|td)$/i.test(
            element.tagName,
          ),
      );
      return isBad || clean(html) !== html;
    });
    expect(faults).toEqual([]);
  });
});
