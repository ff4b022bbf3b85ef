"""SQL databases, below every service: engines, transactions and their retries. No table is known here."""
