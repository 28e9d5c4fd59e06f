import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../../lib/config/config.ts';
import { call } from '../../support/call.ts';
import { endpoints, newToken } from '../../support/service.ts';

const environment = { ...process.env };
beforeEach(() => {
  process.env = { ...environment };
});

const INVALID_APP_URL = 'APP_URL must be an https URL without ? and # (http only for localhost)';

describe('readConfig', () => {
  it('has the defaults that .env.example tells', () => {
    const { MAIL_FROM: _, ...example } = parseEnv(readFileSync('.env.example', 'utf8'));
    for (const name of Object.keys(example)) delete process.env[name];
    const standard = readConfig();
    process.env = { ...process.env, ...example };
    expect(readConfig()).toEqual(standard);
    expect(standard).toMatchObject({ bcryptCost: 12, mail: { appUrl: '' } });
  });

  it('reads every variable', () => {
    Object.assign(process.env, {
      TABLE_NAME: 'a table',
      TOKEN_LIFETIME_SECONDS: '1',
      SESSION_LIFETIME_SECONDS: '8',
      ERASE_FUNCTION: 'erase',
      ERASE_HISTORIES_FUNCTION: 'erase-histories',
      FUNCTION_TIMEOUT_SECONDS: '8',
      RECORD_TIMEOUT_SECONDS: '9',
      BCRYPT_COST: '5',
      DATABASE_TIMEOUT_MS: '10',
      LOGIN_LIMIT: '2',
      LOGIN_LIMIT_PER_NETWORK: '6',
      SIGNUP_LIMIT: '4',
      EXPENSIVE_CALL_LIMIT: '12',
      INVITATION_LIMIT: '11',
      MAIL_LIMIT: '8',
      MAIL_LIMIT_PER_NETWORK: '9',
      MAIL_FROM: 'mail@example.com',
      MAIL_FUNCTION: 'a function',
      SERVICE_NAME: 'Party Planner',
      APP_URL: 'https://app.example.com/parties/',
    });
    expect(readConfig()).toEqual({
      tableName: 'a table',
      tokenKeys: [process.env['TOKEN_KEYS']],
      tokenLifetimeSeconds: 1,
      sessionLifetimeSeconds: 8,
      eraseFunction: 'erase',
      eraseHistoriesFunction: 'erase-histories',
      recordTimeoutSeconds: 9,
      functionTimeoutSeconds: 8,
      bcryptCost: 5,
      databaseTimeoutMs: 10,
      loginLimit: { attempts: 2, windowSeconds: 900 },
      networkLoginLimit: { attempts: 6, windowSeconds: 900 },
      signupLimit: { attempts: 4, windowSeconds: 3_600 },
      expensiveCallLimit: { attempts: 12, windowSeconds: 60 },
      invitationLimit: { attempts: 11, windowSeconds: 3_600 },
      mailLimit: { attempts: 8, windowSeconds: 3_600 },
      networkMailLimit: { attempts: 9, windowSeconds: 3_600 },
      mail: {
        from: 'mail@example.com',
        functionName: 'a function',
        serviceName: 'Party Planner',
        appUrl: 'https://app.example.com/parties',
        linksUrl: 'https://app.example.com/parties',
      },
    });
  });

  it('has several keys, separated by commas, and needs none for what uses none', () => {
    process.env['TOKEN_KEYS'] = `${'a'.repeat(32)}, ${'b'.repeat(32)},`;
    expect(readConfig().tokenKeys).toEqual(['a'.repeat(32), 'b'.repeat(32)]);
    process.env = { ...process.env, TOKEN_KEYS: '' };
    expect(readConfig().tableName).toBe(process.env['TABLE_NAME']);
  });

  it.each(['http://localhost:5173', 'http://localhost', 'https://app.example.com'])(
    'takes the app %s',
    (url) => {
      process.env['APP_URL'] = url;
      expect(readConfig().mail).toMatchObject({ appUrl: url });
    },
  );

  it('has no mail without MAIL_FROM, and links to the service itself without APP_URL', () => {
    Object.assign(process.env, { MAIL_FROM: '', APP_URL: '', SERVICE_URL: 'http://localhost:3000' });
    expect(readConfig().mail).toBeUndefined();
    process.env = { ...process.env, MAIL_FROM: 'mail@example.com' };
    expect(readConfig().mail).toMatchObject({ appUrl: '', linksUrl: 'http://localhost:3000' });
  });

  it('is that of the environment as it was first read', () => {
    const config = readConfig();
    process.env['TOKEN_LIFETIME_SECONDS'] = '60';
    expect(readConfig()).toBe(config);
    process.env = { ...process.env };
    expect(readConfig()).toEqual({ ...config, tokenLifetimeSeconds: 60 });
  });

  it('is parsed once for all calls', async () => {
    const token = await newToken();
    let parsed = 0;
    process.env = new Proxy(process.env, {
      get: (variables, name) => {
        if (name === 'TOKEN_KEYS') parsed += 1;
        return Reflect.get(variables, name);
      },
    });
    for (const path of [{ id: '1' }, { id: '2' }])
      await call(endpoints.view.handler, { method: 'GET', token, path });
    expect(parsed).toBe(1);
  });

  it.each([
    ['TABLE_NAME', '', 'TABLE_NAME is not set'],
    ['TOKEN_KEYS', '', 'TOKEN_KEYS is not set'],
    ['TOKEN_KEYS', ' , ', 'TOKEN_KEYS has no key'],
    ['TOKEN_KEYS', 'secret', 'Every key in TOKEN_KEYS must have at least 32 bytes'],
    ['BCRYPT_COST', '3', 'BCRYPT_COST must be a whole number from 4 to 16'],
    ['BCRYPT_COST', 'twelve', 'BCRYPT_COST must be a whole number from 4 to 16'],
    ['DATABASE_TIMEOUT_MS', '0', 'DATABASE_TIMEOUT_MS must be a whole number from 10 to 60000'],
    ['DATABASE_TIMEOUT_MS', '3s', 'DATABASE_TIMEOUT_MS must be a whole number from 10 to 60000'],
    ['SIGNUP_LIMIT', '1000001', 'SIGNUP_LIMIT must be a whole number from 1 to 1000000'],
    ['LOGIN_LIMIT_PER_NETWORK', 'x', 'LOGIN_LIMIT_PER_NETWORK must be a whole number from 1 to 1000000'],
    ['LOGIN_LIMIT', '0', 'LOGIN_LIMIT must be a whole number from 1 to 1000000'],
    ['SESSION_LIFETIME_SECONDS', '0', 'SESSION_LIFETIME_SECONDS must be a whole number from 1 to 31536000'],
    ['MAIL_FROM', 'mail', 'MAIL_FROM must be an e-mail address'],
    ['MAIL_FROM', 'a@b.org, c@d.org', 'MAIL_FROM must be an e-mail address'],
    ['MAIL_FUNCTION', '', 'MAIL_FUNCTION is not set'],
    ['SERVICE_NAME', 'a\nb', 'SERVICE_NAME must be at most 60 ASCII characters'],
    ['APP_URL', 'javascript:x', INVALID_APP_URL],
    ['APP_URL', 'http://app.example.com', INVALID_APP_URL],
    ['APP_URL', 'http://localhost.example.com', INVALID_APP_URL],
    ['APP_URL', 'https://app.example.com/?a=b', INVALID_APP_URL],
    ['APP_URL', 'https://app.example.com/#/', INVALID_APP_URL],
    ['MAIL_LIMIT', '0', 'MAIL_LIMIT must be a whole number from 1 to 1000000'],
    ['TOKEN_LIFETIME_SECONDS', '1.5', 'TOKEN_LIFETIME_SECONDS must be a whole number from 1 to 31536000'],
  ])('rejects %s=%j with the variable’s name, not its value', (name, value, message) => {
    process.env[name] = value;
    expect(() => ({ ...readConfig() })).toThrow(expect.objectContaining({ name: 'ConfigError', message }));
  });
});
