import { describe, expect, it } from 'vitest';
import { environmentOf, names, ofType, statementsOf, template } from './template.ts';

const { Resources, Conditions, Outputs } = template;
const allowed = (name: string, action: string) =>
  statementsOf(name).filter(({ Action }) => Action.includes(action));

const SENDER = 'mailSend';
const QUEUEING = [
  'membersInvite',
  'eventsHandOver',
  'shareLinkCreate',
  'tokensCreate',
  'factorConfirm',
  'factorEnd',
  'factorRecoveryCodes',
  'accountDelete',
  'invitationsAccept',
  'invitationsDecline',
  'authSignup',
  'authForgotPassword',
  'authLogin',
  'authResetPassword',
  'authVerifyEmail',
  'accountChangePassword',
  'accountChangeEmail',
  'accountSendVerification',
];
const FAILED_MAILS = { 'Fn::GetAtt': ['FailedMails', 'Arn'] };
const sub = (text: string) => ({ 'Fn::Sub': text });
const arn = (service: string, name: string) =>
  sub(`arn:\${AWS::Partition}:${service}:\${AWS::Region}:\${AWS::AccountId}:${name}`);

describe('the function that sends mails', () => {
  it('may read accounts, count, send from the one address, and keep what failed', () => {
    const onTable = (operation: string) => ({
      Effect: 'Allow',
      Action: [`dynamodb:${operation}`],
      Resource: { 'Fn::GetAtt': ['Table', 'Arn'] },
      // tests/package/template.test.ts has them.
      Condition: expect.anything(),
    });
    expect(statementsOf(SENDER).slice(1)).toEqual([
      // The signing keys.
      expect.objectContaining({ Action: ['secretsmanager:GetSecretValue'] }),
      onTable('GetItem'),
      onTable('UpdateItem'),
      {
        Effect: 'Allow',
        Action: ['ses:SendEmail'],
        Resource: arn('ses', 'identity/*'),
        Condition: { StringEquals: { 'ses:FromAddress': 'mail@example.org' } },
      },
      { Effect: 'Allow', Action: ['sqs:SendMessage'], Resource: FAILED_MAILS },
    ]);
  });

  it('is retried twice, within 15 minutes, and what fails for good is kept', () => {
    const settings = ofType('AWS::Lambda::EventInvokeConfig')
      .map(({ Properties }) => Properties)
      .filter(({ FunctionName }) => JSON.stringify(FunctionName).includes('MailSend'));
    expect(settings).toEqual([
      expect.objectContaining({
        FunctionName: { Ref: 'MailSendLambdaFunction' },
        MaximumRetryAttempts: 2,
        MaximumEventAgeInSeconds: 900,
        DestinationConfig: { OnFailure: { Destination: FAILED_MAILS } },
      }),
    ]);
  });

  it('is invoked by those that have a mail to send, and by no other', () => {
    const invokesMail = (name: string) =>
      JSON.stringify(allowed(name, 'lambda:InvokeFunction')).includes('-mailSend');
    expect(names.filter(invokesMail).sort()).toEqual(QUEUEING.toSorted());
    for (const name of QUEUEING)
      expect(allowed(name, 'lambda:InvokeFunction')).toContainEqual({
        Effect: 'Allow',
        Action: ['lambda:InvokeFunction'],
        Resource: arn('lambda', 'function:event-budget-prod-mailSend'),
      });
    expect(Resources['MailSendLambdaFunction']?.Properties['FunctionName']).toBe(
      environmentOf('authSignup')['MAIL_FUNCTION'],
    );
  });

  it('alone may send mails, and keep those that failed', () => {
    const all = names.map((name) => ({ name, text: JSON.stringify(statementsOf(name)) }));
    for (const right of ['ses:SendEmail', 'FailedMails']) {
      expect(all.filter(({ text }) => text.includes(right)).map(({ name }) => name)).toEqual([SENDER]);
    }
  });

  it('knows where links lead to: an app, or the service itself', () => {
    expect(environmentOf(SENDER)).toMatchObject({
      MAIL_FROM: 'mail@example.org',
      SERVICE_NAME: 'Event Budget',
      APP_URL: '',
      SERVICE_URL: { 'Fn::GetAtt': ['HttpApi', 'ApiEndpoint'] },
    });
    expect(environmentOf('systemOpenapi')['SERVICE_URL']).toEqual(environmentOf(SENDER)['SERVICE_URL']);
  });
});

it('the deployment says whether mail is sent', () => {
  expect(Conditions['SendsMail']).toEqual({ 'Fn::Not': [{ 'Fn::Equals': ['mail@example.org', ''] }] });
  expect(Outputs['Mail']).toMatchObject({
    Value: { 'Fn::If': ['SendsMail', 'sent from mail@example.org', 'none, because MAIL_FROM is not set'] },
  });
});
