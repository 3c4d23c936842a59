metadata description = 'Durable Task Scheduler: keeps and hands out the orchestrations of background turns.'

@description('Name of the scheduler.')
param name string

@description('Region.')
param location string

@description('Tags.')
param tags object

@description('Consumption or Dedicated.')
param sku string

@description('The app\'s identity.')
param principalId string

@description('Who besides the app may read the data. Empty: nobody.')
param readerId string

@description('User, Group or ServicePrincipal.')
param readerType string

var durableTaskDataContributor = '0ad04412-c4d5-4796-b79c-f76d14c8d402'
var durableTaskDataReader = 'd6a5505f-6ebb-45a4-896e-ac8274cfc0ac'

// An empty list lets nobody in. Callers prove themselves by Entra tokens; there are no keys.
resource scheduler 'Microsoft.DurableTask/schedulers@2025-11-01' = {
  name: name
  location: location
  tags: tags
  properties: {
    ipAllowlist: ['0.0.0.0/0']
    sku: {
      name: sku
    }
  }
}

// The name is host.json's hubName, and the package's host.json names the provider: see infra/deployment/package.py.
resource hub 'Microsoft.DurableTask/schedulers/taskHubs@2025-11-01' = {
  parent: scheduler
  name: 'orc'
}

resource retention 'Microsoft.DurableTask/schedulers/retentionPolicies@2025-11-01' = {
  parent: scheduler
  name: 'default'
  properties: {
    retentionPolicies: [
      {
        retentionPeriodInDays: 7
      }
    ]
  }
}

// Starts and works off the orchestrations of this one hub.
resource contributor 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(hub.id, principalId, durableTaskDataContributor)
  scope: hub
  properties: {
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', durableTaskDataContributor)
    principalId: principalId
    principalType: 'ServicePrincipal'
  }
}

// For the dashboard of the scheduler.
resource reader 'Microsoft.Authorization/roleAssignments@2022-04-01' = if (!empty(readerId)) {
  name: guid(hub.id, readerId, durableTaskDataReader)
  scope: hub
  properties: {
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', durableTaskDataReader)
    principalId: readerId
    principalType: readerType
  }
}

@description('Where the scheduler is and how to prove oneself, but for the identity\'s client id. Holds no key.')
output connection string = 'Endpoint=${scheduler.properties.endpoint};TaskHub=${hub.name};Authentication=ManagedIdentity'
