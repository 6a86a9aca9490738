"""Many tables at once, each with three screens, at a human pace: ``make load`` prints how many one machine carries."""
