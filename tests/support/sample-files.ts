import { deflateRawSync } from 'node:zlib';

/** The smallest honest file of each type that uploads take, and files that only pretend. */

const bytes = (hex: string) => Buffer.from(hex.replace(/\s/g, ''), 'hex');

export const PNG = bytes(`
  89504e470d0a1a0a 0000000d49484452 0000000100000001 0802000000 907753de
  0000000c49444154 789c63f8cfc000000301010018dd8db0 0000000049454e44ae426082`);
export const JPG = Buffer.concat([
  bytes('ffd8ffe000104a46494600010100000100010000'),
  Buffer.alloc(200, 7),
  bytes('ffd9'),
]);
export const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n');
export const EML = Buffer.from(
  'From: a@example.com\r\nTo: b@example.com\r\nSubject: =?utf-8?B?5a6h5om5?=\r\n\t continued\r\n\r\n<html><body>同意</body></html>\r\n',
);
export const MSG = Buffer.concat([
  bytes('d0cf11e0a1b11ae1'),
  Buffer.alloc(504),
  Buffer.from('__substg1.0_0037001F', 'utf16le'),
  Buffer.alloc(472),
]);

/** A ZIP archive with nothing in it: what a JAR behind an image ends with. */
const ZIP_END = bytes('504b0506 0000 0000 0000 0000 00000000 00000000 0000');

/** One compressed file in a ZIP archive: a spreadsheet with macros, or a bomb that unpacks to much more than it is. */
function zipOf(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content, { level: 9 });
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  header.writeUInt16LE(8, 4);
  header.writeUInt32LE(crc32(content), 10);
  header.writeUInt32LE(packed.length, 14);
  header.writeUInt32LE(content.length, 18);
  header.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([bytes('504b0304'), header, Buffer.from(name), packed]);
  const central = Buffer.concat([bytes('504b0102 1400'), header, Buffer.alloc(14), Buffer.from(name)]);
  const end = Buffer.concat([ZIP_END]);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}
function crc32(content: Buffer): number {
  let crc = ~0;
  for (const byte of content) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
const BOMB = zipOf('xl/worksheets/sheet1.xml', Buffer.alloc(4 * 1024 * 1024));
const MACROS = zipOf('xl/vbaProject.bin', Buffer.concat([bytes('d0cf11e0a1b11ae1'), Buffer.from('Auto_Open')]));

export const POLYGLOTS: Readonly<Record<string, { name: string; content: Buffer }>> = {
  'an image with an archive behind it': { name: 'a.jpg', content: Buffer.concat([JPG, ZIP_END]) },
  'an image whose archive carries a comment': {
    name: 'a.png',
    content: Buffer.concat([PNG, ZIP_END.subarray(0, 20), bytes('0300'), Buffer.from('abc')]),
  },
  'an image that is a page too': {
    name: 'a.jpg',
    content: Buffer.concat([JPG.subarray(0, 20), Buffer.from('<html><script>alert(1)</script>'), JPG.subarray(20)]),
  },
  'an image with a script behind it': {
    name: 'a.png',
    content: Buffer.concat([PNG, Buffer.from('<?php system($_GET[0]);')]),
  },
  'an image that is a PDF too': { name: 'a.jpg', content: Buffer.concat([JPG.subarray(0, 20), PDF, JPG.subarray(20)]) },
  'a PDF that begins as a page': { name: 'a.pdf', content: Buffer.concat([Buffer.from('<html><body>'), PDF]) },
  'a PDF that is a page too': {
    name: 'a.pdf',
    content: Buffer.concat([PDF.subarray(0, 9), Buffer.from('<script>alert(1)</script>\n'), PDF.subarray(9)]),
  },
  'a PDF with an archive behind it': { name: 'a.pdf', content: Buffer.concat([PDF, ZIP_END]) },
  'a page called a mail': {
    name: 'a.eml',
    content: Buffer.from('<!DOCTYPE html><script>alert(1)</script>\r\nFrom: a@example.com\r\n\r\n'),
  },
  'a program called a message': { name: 'a.msg', content: Buffer.concat([Buffer.from('MZ'), Buffer.alloc(600)]) },
  'a spreadsheet with macros called a message': {
    name: 'a.msg',
    content: Buffer.concat([bytes('d0cf11e0a1b11ae1'), Buffer.from('_VBA_PROJECT', 'utf16le'), Buffer.alloc(600)]),
  },
  'an SVG called an image': {
    name: 'a.png',
    content: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  },
  'an image of another type': { name: 'a.png', content: JPG },
  'an image that broke off': { name: 'a.jpg', content: JPG.subarray(0, 100) },
  'a ZIP bomb called a PDF': { name: 'a.pdf', content: BOMB },
  'a ZIP bomb behind an image': { name: 'a.png', content: Buffer.concat([PNG, BOMB]) },
  'a ZIP bomb behind a PDF': { name: 'a.pdf', content: Buffer.concat([PDF, BOMB]) },
  'a spreadsheet with macros called a mail': { name: 'a.eml', content: MACROS },
  'a spreadsheet with macros behind a message': { name: 'a.msg', content: Buffer.concat([MSG, MACROS]) },
  'a mail with an archive behind it': { name: 'a.eml', content: Buffer.concat([EML, MACROS]) },
  'an SVG with a script, declared as XML': {
    name: 'a.jpg',
    content: Buffer.from(
      '<?xml version="1.0"?>\n<!-- x -->\n<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    ),
  },
  'an SVG behind the first bytes of an image': {
    name: 'a.png',
    content: Buffer.concat([PNG.subarray(0, 33), Buffer.from('<svg onload="alert(1)">'), PNG.subarray(33)]),
  },
  'a page in another encoding called a mail': {
    name: 'a.eml',
    content: Buffer.from('Subject: x\r\n\r\n<script>alert(1)</script>', 'utf16le'),
  },
  'a page behind one line of a mail': {
    name: 'a.eml',
    content: Buffer.from('Subject: x\r\n<html><script>alert(1)</script></html>\r\n\r\n'),
  },
  'a program called an image': { name: 'a.png', content: Buffer.concat([Buffer.from('MZ'), Buffer.alloc(600)]) },
  'a script called an image': { name: 'a.jpg', content: Buffer.from('#!/bin/sh\nid\n') },
  nothing: { name: 'a.jpg', content: Buffer.alloc(0) },
};

/** A form as a browser sends it. */
export function formOf(
  file: { name: string; content: Uint8Array } | null,
  fields: Record<string, string> = {},
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (file) form.append('file', new Blob([new Uint8Array(file.content)]), file.name);
  return form;
}
