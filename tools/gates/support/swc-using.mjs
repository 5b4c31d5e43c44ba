// dependency-cruiser walks TypeScript with the visitor of @swc/core, which throws at a `using` declaration. Loaded before it,
// this teaches the visitor that a `using` declaration holds declarators like any other.
import visitorModule from '@swc/core/Visitor.js';

// oxlint-disable-next-line typescript/no-deprecated -- dependency-cruiser itself walks with this visitor
const { prototype } = visitorModule.Visitor;
const { visitStatement } = prototype;

prototype.visitStatement = function visitStatementOrUsing(statement) {
  if (statement.type !== 'UsingDeclaration') return visitStatement.call(this, statement);
  statement.decls = this.visitVariableDeclarators(statement.decls);
  return statement;
};
