"""SQL databases, below every service: engines, transactions and their retries, but no table."""
