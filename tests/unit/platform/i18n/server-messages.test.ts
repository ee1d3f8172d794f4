import { hasServerMessage, translateServer } from '@/lib/platform/i18n/server-messages';
import { LANGUAGES, parseLanguage } from '@/lib/platform/i18n/languages';
import { ERROR_CODES } from '@/lib/platform/contract/errors';

describe('texts of the server', () => {
  it.each(LANGUAGES)('word every error id in %s', (language) => {
    const missing = Object.keys(ERROR_CODES).filter((id) => !hasServerMessage(language, 'errors', id));
    expect(missing).toEqual([]);
  });

  it('are those of the contract, to the letter (api.md §1.3)', () => {
    expect(translateServer('zh-CN', 'errors', 'token_expired')).toBe('Token expired!');
    expect(translateServer('en', 'errors', 'token_expired')).toBe('Token expired!');
    expect(translateServer('zh-CN', 'errors', 'invalid_token')).toBe('登录已过期，请重新登录');
    expect(translateServer('zh-CN', 'errors', 'access_denied')).toBe('没有权限');
    expect(translateServer('zh-CN', 'errors', 'server_error')).toBe('系统异常，请稍后重试');
  });

  it('[AUTH-012] ask for account and password in the words of the specification', () => {
    expect(translateServer('zh-CN', 'errors', 'accountAndPassword')).toBe('请填写账号/手机号码和密码');
  });

  it('fill placeholders and survive unknown keys', () => {
    expect(translateServer('zh-CN', 'errors', 'alreadyExists', { name: '角色A' })).toBe('角色A已存在');
    expect(translateServer('en', 'errors', 'noSuchKey')).toMatch(/noSuchKey$/);
  });

  it('[NAV-002] follow the language asked for, Simplified Chinese by default', () => {
    expect(parseLanguage(undefined)).toBe('zh-CN');
    expect(parseLanguage('en-US,en;q=0.9')).toBe('en');
    expect(parseLanguage('fr')).toBe('zh-CN');
  });
});
