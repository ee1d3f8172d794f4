-- Lines of calls that nobody was signed in for belong to the account they named, and to its branch.
UPDATE api_access_log line
   SET username = account.username, branch_code = account.branch_code, user_type = account.user_type
  FROM users account
 WHERE line.user_type IS NULL AND lower(line.username) = account.username_lower;
