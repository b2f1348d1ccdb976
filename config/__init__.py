"""Settings and logging set-up; the only reader of the environment."""
