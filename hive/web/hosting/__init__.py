"""What whoever hosts the app asks of it: is it well, what does it do, who asks too much."""
