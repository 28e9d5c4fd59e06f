import { RegoEngine, TemplateFile } from '@aws/cloudformation-validate';

const template = new TemplateFile('.serverless/cloudformation-template-update-stack.json');
const { diagnostics } = new RegoEngine().validateStandard(template, { severityLevel: 'ERROR' });

for (const { ruleId, entity, message } of diagnostics) console.error(ruleId, entity, message);
console.log(`The template has ${diagnostics.length} errors.`);
if (diagnostics.length > 0) process.exitCode = 1;
